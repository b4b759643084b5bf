"""Which files of a store an agent gets to that begins with its index."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from verify.graph.index.naming import Naming
from verify.model.index import Link, Page

_TOKEN = re.compile(r"[\w.+@/-]+")
_PLAIN = re.compile(r"[\w.+@-]+")


class Reach:
    """Follows links, names in double brackets, file names, and stems that no word of a language looks like.

    What was reached once is forgotten, so that a walk costs no more than the text it reads.
    """

    def __init__(self, pages: Iterable[Page], naming: Naming, target: Callable[[Link], str | None]) -> None:
        self._pages = {page.path: page for page in pages}
        self._naming = naming
        self._target = target
        self._tokens: dict[str, list[str]] = {}
        self._odd: dict[str, list[str]] = {}
        for page in self._pages.values():
            names = {page.name, *([page.stem] if re.search(r"[-_]", page.stem) else [])}
            for name in names:
                kept = self._tokens if _PLAIN.fullmatch(name) else self._odd
                kept.setdefault(name.casefold(), []).append(page.path)
        self._odd_lengths = sorted({len(name) for name in self._odd if name.endswith(".md")})

    def reached(self, starts: Iterable[Page]) -> frozenset[str]:
        """Return the paths of all pages that some pages lead to, themselves among them."""
        found = {page.path for page in starts}
        queue = sorted(found)
        while queue:
            for path in self._from(self._pages[queue.pop()]):
                if path not in found:
                    found.add(path)
                    queue.append(path)
        return frozenset(found)

    def _from(self, page: Page) -> Iterator[str]:
        for link in page.links:
            yield from self._at(self._target(link))
        named = (self._naming.named(link.name) for link in page.wiki_links)
        yield from (target.path for target in named if target)
        for text in _texts(page):
            yield from self._mentioned(text.casefold())

    def _at(self, target: str | None) -> Iterator[str]:
        """Yield a page, or all pages of a folder."""
        if target in self._pages:
            yield target
        elif target is not None:
            yield from self._below.pop(target, ())

    @cached_property
    def _below(self) -> dict[str, list[str]]:
        below: dict[str, list[str]] = {}
        for path in self._pages:
            parts = path.split("/")[:-1]
            for depth in range(len(parts) + 1):
                below.setdefault("/".join(parts[:depth]), []).append(path)
        return below

    def _mentioned(self, text: str) -> Iterator[str]:
        for match in _TOKEN.finditer(text):
            token = match.group().rstrip(".").rpartition("/")[2]
            yield from self._tokens.pop(token, ())
        yield from self._oddly_mentioned(text)

    def _oddly_mentioned(self, text: str) -> Iterator[str]:
        """Yield what is mentioned by a name with blanks or other signs in it."""
        for match in re.finditer(r"\.md\b", text) if self._odd_lengths else ():
            for length in self._odd_lengths:
                start = match.end() - length
                if start >= 0 and not text[start - 1 : start].isalnum():
                    yield from self._odd.pop(text[start : match.end()], ())


def _texts(page: Page) -> Iterator[str]:
    yield from page.lines[: page.front.lines]
    yield from (text for _, text in page.prose)
