"""Lines whose ``prev`` names no line before them in their file."""

from typing import NamedTuple

from msgspec import Struct

from verify.model.ledger import BreakKind, ChainBreak


class Link(NamedTuple):
    """What one line says of its place. ``merged`` are the further heads that a MERGE names.

    ``depth`` is None where the format numbers no lines. ``altered`` tells that the line denies its own digest.
    """

    line: int
    digest: bytes
    prev: bytes
    depth: int | None
    merged: tuple[bytes, ...] = ()
    closes: bool = False
    altered: bool = False


class Doubt(Struct):
    """Such a line, with what the lines behind it tell of how the chain broke there."""

    link: Link
    expected: int
    fits_tip: bool = False
    comes_later: bool = False

    @property
    def chain_break(self) -> ChainBreak:
        """How the chain broke, to be asked when every line was seen."""
        return ChainBreak(self.link.line, *self._cause())

    def _cause(self) -> tuple[BreakKind, str]:
        depth = self.link.depth
        if self.comes_later:
            return BreakKind.REORDERED, "its 'prev' names a line that comes later"
        if self.fits_tip:
            return BreakKind.INSERTED, "its 'prev' names no line, and a later line follows the one before it"
        if depth is not None and depth > self.expected:
            return BreakKind.DELETED, f"it has the number {depth} where {self.expected} follows"
        if self.expected == 0:
            return BreakKind.GENESIS, "its 'prev' is not that of a first entry under this header"
        if depth is None:
            return BreakKind.ALTERED, "its 'prev' names no line: the one before it was changed, or one is gone"
        return BreakKind.ALTERED, "its 'prev' is not the digest of the line before it"


class Doubts:
    """All such lines of a file, found by what a later line may tell of them."""

    def __init__(self) -> None:
        self._by_tip: dict[bytes, list[Doubt]] = {}
        self._by_prev: dict[bytes, list[Doubt]] = {}

    def add(self, link: Link, tip: bytes, expected: int) -> Doubt:
        """Remember a line that stands behind the one with the digest ``tip``."""
        doubt = Doubt(link, expected)
        self._by_tip.setdefault(tip, []).append(doubt)
        self._by_prev.setdefault(link.prev, []).append(doubt)
        return doubt

    def see(self, later: Link) -> None:
        """Look at the next line."""
        if not self._by_tip:
            return
        for doubt in self._by_tip.pop(later.prev, ()):
            doubt.fits_tip = True
        for doubt in self._by_prev.pop(later.digest, ()):
            doubt.comes_later = True
