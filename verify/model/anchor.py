"""Where a fact says that it is carried out: a place in the code."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct

from verify.model.facts import Fact
from verify.model.history import Commit
from verify.model.location import BlobId, CommitId

KEY = "anchors"
_NOTHING = {"none", "n/a", "-"}


class Anchor(Struct, frozen=True):
    """``path#symbol`` as a footer writes it; without a symbol the whole file is meant."""

    path: str
    symbol: str | None

    def __str__(self) -> str:
        return f"{self.path}#{self.symbol}" if self.symbol else self.path


class Standing(Enum):
    """What became of an anchor in one state of the code."""

    FOUND = "found"
    NO_FILE = "no file"
    NO_SYMBOL = "no symbol"
    OUTSIDE = "outside"
    UNKNOWN = "unknown"


class Sighting(Struct, frozen=True):
    """An anchor in one state of the code.

    ``path`` is relative to the repository root, ``digest`` tells the syntax of a symbol that was found, on
    ``line``; ``reason`` says why nothing can be told, ``names`` are all symbols of the file.
    """

    standing: Standing
    path: str
    digest: str = ""
    line: int = 1
    reason: str = ""
    names: frozenset[str] = frozenset()
    parsed: bool = True
    """Whether the digest leaves comments and layout out."""


class AnchoredCode(Protocol):
    """The code that anchors point to, now and in history."""

    def look(self, anchors: Iterable[Anchor]) -> Mapping[Anchor, Sighting]:
        """Return what became of each anchor in the checked state."""

    def version(self, blob: BlobId | None, path: str, symbol: str | None) -> Sighting:
        """Return what a symbol was in one version of a file. Raises GitError if that is missing."""

    def commits(self, paths: Sequence[str]) -> Sequence[Commit]:
        """Return every commit, parents before children, with its changes of some files. Raises GitError."""

    def converted(self, paths: Sequence[str]) -> frozenset[str]:
        """Return the files whose content on disk git may keep otherwise. Raises GitError."""

    def renamed(self, gone: Mapping[str, tuple[CommitId, CommitId]]) -> Mapping[str, str]:
        """Return today's path of files that a commit, told with its parent, took away."""


class NoCode:
    """Stands where no code can be read: nothing is known of any anchor."""

    def look(self, anchors: Iterable[Anchor]) -> Mapping[Anchor, Sighting]:
        return {anchor: self.version(None, anchor.path, anchor.symbol) for anchor in anchors}

    def version(self, blob: BlobId | None, path: str, symbol: str | None) -> Sighting:
        return Sighting(Standing.UNKNOWN, path, reason=f"{path} cannot be read here")

    def commits(self, paths: Sequence[str]) -> Sequence[Commit]:
        return ()

    def converted(self, paths: Sequence[str]) -> frozenset[str]:
        return frozenset()

    def renamed(self, gone: Mapping[str, tuple[CommitId, CommitId]]) -> Mapping[str, str]:
        return {}


def anchors_of(fact: Fact) -> Iterator[Anchor]:
    """Yield each distinct anchor of a footer."""
    written = (part.strip(" `") for part in (fact.footer.get(KEY) or "").split(","))
    yield from dict.fromkeys(_anchor(part) for part in written if part and part.lower() not in _NOTHING)


def _anchor(written: str) -> Anchor:
    path, _, symbol = written.partition("#")
    name = symbol.strip().removesuffix("()").replace("::", ".").replace("(*", "").replace(").", ".")
    return Anchor(path.strip(), name or None)
