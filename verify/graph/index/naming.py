"""By what names the files of a store go."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from verify.model.index import Page
from verify.nearest import nearest

_SEPARATORS = re.compile(r"[-_\s]+")


def fold(name: str) -> str:
    """Return a name without case and with one kind of separator."""
    return _SEPARATORS.sub("-", name.strip()).casefold()


class Naming:
    """The pages of one store by stem, by name of the front matter, and by path."""

    def __init__(self, folder: str, pages: Iterable[Page]) -> None:
        self._folder = folder
        self._pages = list(pages)

    @cached_property
    def _by_name(self) -> Mapping[str, Page]:
        """Stems win over names, and what is spelled so over what is folded."""
        names: dict[str, Page] = {}
        for form in (str, fold):
            for page in self._pages:
                names.setdefault(form(page.stem), page)
                names.setdefault(form(self.inside(page.path).removesuffix(".md")), page)
            for page in self._pages:
                if name := page.front.get("name"):
                    names.setdefault(form(name), page)
        return names

    def inside(self, path: str) -> str:
        """Return a path as it reads from the folder of the store."""
        return path.removeprefix(f"{self._folder}/")

    def named(self, name: str) -> Page | None:
        """Return the page that a name in double brackets means."""
        name = name.removesuffix(".md")
        return self._by_name.get(name) or self._by_name.get(fold(name))

    def key(self, page: Page) -> str:
        """Return the key of the topic that a page is about, folded."""
        return fold(page.front.get("name") or self.inside(page.path).removesuffix(".md"))

    def nearest(self, path: str) -> str | None:
        """Return the page whose name is the same after folding, else the one most like it."""
        stem = path.rstrip("/").rpartition("/")[2].removesuffix(".md")
        page = self._by_stem.get(fold(stem))
        if page:
            return page.path
        near = nearest(fold(stem), self._by_stem)
        # A name that only holds a part of the other is hardly meant.
        alike = near is not None and abs(len(near) - len(fold(stem))) <= len(near) // 3
        return self._by_stem[near].path if near and alike else None

    def folded(self, path: str) -> Page | None:
        """Return the page that has this file name in another spelling."""
        return self._by_stem.get(fold(path.rpartition("/")[2].removesuffix(".md")))

    @cached_property
    def _by_stem(self) -> Mapping[str, Page]:
        stems: dict[str, Page] = {}
        for page in self._pages:
            stems.setdefault(fold(page.stem), page)
        return stems
