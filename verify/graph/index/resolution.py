"""Where the links of a store lead."""

import posixpath
from collections.abc import Callable, Iterator, Sequence

from verify.model.index import IndexStore, Link
from verify.model.location import Location


class Resolution:
    """Finds the file or folder of a link; ``lists`` tells whether a path exists, ``submodules`` are not looked into."""

    def __init__(self, store: IndexStore, lists: Callable[[str], bool], submodules: Sequence[str]) -> None:
        self._folders = (store.path, store.workspace, "")
        self._lists = lists
        self._submodules = submodules
        self._links = [link for page in store.pages for link in page.links]
        self._known: dict[tuple[str, str], str | None] = {}

    def find(self, link: Link) -> str | None:
        """Return the path to which a link leads; None if that does not exist."""
        key = (link.location.path.rpartition("/")[0], link.path)
        if key not in self._known:
            found = (path for path in self.candidates(link) if self._exists(path))
            self._known[key] = next(found, None)
        return self._known[key]

    def lists(self, *paths: str) -> bool:
        """Whether one of some paths exists."""
        return any(map(self._lists, paths))

    def meant(self, path: str, page: str) -> list[str]:
        """Return the paths that a mention in a page may mean."""
        return list(self.candidates(Link(path, path, "", Location(page))))

    def missing(self) -> Iterator[str]:
        """Yield what the links of the store that lead nowhere may mean."""
        for link in self._links:
            if self.find(link) is None:
                yield from self.candidates(link)

    def without_climbing(self, link: Link) -> str | None:
        """Return what a link that climbs too far leads to from the root."""
        path = posixpath.normpath(link.path)
        bare = path.lstrip("./") if path.startswith("../") else ""
        return bare if bare and self._exists(bare) else None

    def candidates(self, link: Link) -> Iterator[str]:
        """Yield the paths that a link may mean, the likeliest first; none outside the repository."""
        here = link.location.path.rpartition("/")[0]
        starts = [""] if link.path.startswith("/") else list(dict.fromkeys([here, *self._folders]))
        for start in starts:
            path = posixpath.normpath(posixpath.join(start, link.path.lstrip("/")))
            if path == "." or path.startswith(("../", "/")) or path == "..":
                if path == ".":
                    yield ""
                continue
            yield path
            if not path.endswith(".md"):
                yield f"{path}.md"

    def _exists(self, path: str) -> bool:
        inside = any(path == module or path.startswith(f"{module}/") for module in self._submodules)
        return path == "" or inside or self._lists(path)
