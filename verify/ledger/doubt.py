"""A line whose ``prev`` names no line before it in its file."""

from typing import NamedTuple

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


class Doubt:
    """Such a line, with what the lines behind it tell of how the chain broke there."""

    def __init__(self, link: Link, tip: bytes, expected: int) -> None:
        self.link = link
        self._tip = tip
        self._expected = expected
        self._fits_tip = False
        self._comes_later = False

    def see(self, later: Link) -> None:
        """Look at a line behind it."""
        self._fits_tip = self._fits_tip or later.prev == self._tip
        self._comes_later = self._comes_later or later.digest == self.link.prev

    @property
    def chain_break(self) -> ChainBreak:
        """How the chain broke, to be asked when every line was seen."""
        return ChainBreak(self.link.line, *self._cause())

    def _cause(self) -> tuple[BreakKind, str]:
        depth = self.link.depth
        if self._comes_later:
            return BreakKind.REORDERED, "its 'prev' names a line that comes later"
        if self._fits_tip:
            return BreakKind.INSERTED, "its 'prev' names no line, and a later line follows the one before it"
        if depth is not None and depth > self._expected:
            return BreakKind.DELETED, f"it has the number {depth} where {self._expected} follows"
        if self._expected == 0:
            return BreakKind.GENESIS, "its 'prev' is not that of a first entry under this header"
        if depth is None:
            return BreakKind.ALTERED, "its 'prev' names no line: the one before it was changed, or one is gone"
        return BreakKind.ALTERED, "its 'prev' is not the digest of the line before it"
