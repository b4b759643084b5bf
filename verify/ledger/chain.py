"""Follows a chain line by line, and tells how it broke where it stops to fit."""

from array import array

from verify.ledger.closure import Parents, ancestors
from verify.ledger.doubt import Doubt, Link
from verify.ledger.hashing import DIGEST_SIZE
from verify.model.ledger import BreakKind, ChainBreak, Head, Outer

_HEADER = -1
"""The depth of a header."""
_MOST_OUTER = 16
"""Branches from before a rotation that one file may take up."""


class Chain:
    """The lines of one file so far; positions count from 0, the header.

    A file that ``continues`` another one may take up branches that began before its end was known.
    """

    def __init__(self, line: int, genesis: bytes, *, continues: bool = False) -> None:
        self._digests = bytearray(genesis)
        self._depths = array("q", [_HEADER])
        self._lines = array("q", [line])
        self._tip = genesis
        self._heads = {0: None}
        self._parents: dict[int, tuple[int, ...]] = {}
        self._positions: dict[bytes, int] | None = None
        self._closed = False
        self._continues = continues
        self._outer: list[tuple[Doubt, tuple[bytes, ...], int]] = []
        """Lines that may follow one of an earlier file; whoever has that file can tell."""
        self._failed: Doubt | None = None
        self._known: ChainBreak | None = None

    def add(self, link: Link) -> None:
        """Add the next line."""
        for doubt, _, _ in self._outer:
            doubt.see(link)
        if self._failed:
            self._failed.see(link)
        elif not self._known:
            self._follow(link)

    def _follow(self, link: Link) -> None:
        last = len(self._depths) - 1
        if link.prev == self._tip and not (link.merged or link.altered or self._closed):
            depth = self._depths[last] + 1
            if link.depth is None or link.depth == depth:
                self._heads.pop(last, None)
                self._append(link, depth)
                return
        parents = self._parents_of(link)
        kind = self._misfit(link, parents)
        if kind:
            self._known = ChainBreak(link.line, *kind)
            return
        if parents is None:
            self._doubt(link)
            return
        self._join(link, parents, self._depth(parents))

    def _join(self, link: Link, parents: tuple[int, ...], depth: int) -> None:
        at = len(self._depths)
        if parents != (at - 1,):
            self._parents[at] = parents
        for parent in parents:
            self._heads.pop(parent, None)
        self._append(link, depth)

    def _doubt(self, link: Link) -> None:
        doubt = Doubt(link, self._tip, self._depths[-1] + 1)
        if link.depth is None or not self._continues or len(self._outer) == _MOST_OUTER:
            self._failed = doubt
            return
        inside = tuple(at for one in (link.prev, *link.merged) if (at := self._position(one)) is not None)
        outside = tuple(one for one in (link.prev, *link.merged) if self._position(one) is None)
        self._outer.append((doubt, outside, max((self._depths[at] for at in inside), default=_HEADER)))
        self._join(link, inside, link.depth)

    def _append(self, link: Link, depth: int) -> None:
        at = len(self._depths)
        self._heads[at] = None
        self._digests += link.digest
        self._depths.append(depth)
        self._lines.append(link.line)
        if self._positions is not None:
            self._positions[link.digest] = at
        self._tip = link.digest
        self._closed = link.closes

    def _parents_of(self, link: Link) -> tuple[int, ...] | None:
        """Return the positions of the lines that a line names; None if one of them is not known."""
        if link.prev == self._tip and not link.merged:
            return (len(self._depths) - 1,)
        found = [self._position(digest) for digest in (link.prev, *link.merged)]
        known = tuple(position for position in found if position is not None)
        return known if len(known) == len(found) else None

    def _position(self, digest: bytes) -> int | None:
        if self._positions is None:
            # Only a branch needs it, and most ledgers have none.
            starts = range(0, len(self._digests), DIGEST_SIZE)
            self._positions = {bytes(self._digests[s : s + DIGEST_SIZE]): at for at, s in enumerate(starts)}
        return self._positions.get(digest)

    def _misfit(self, link: Link, parents: tuple[int, ...] | None) -> tuple[BreakKind, str] | None:
        if link.altered:
            return BreakKind.ALTERED, "its own digest is not that of what it says"
        if self._closed:
            return BreakKind.INSERTED, "it stands behind the ROTATE that closed the file"
        again = None if link.prev == self._tip else self._position(link.digest)
        if again is not None:
            return BreakKind.INSERTED, f"it repeats line {self._lines[again]}"
        if parents is None:
            return None
        depth = self._depth(parents)
        if link.depth is not None and link.depth != depth:
            return BreakKind.ALTERED, f"it has the number {link.depth} where {depth} follows"
        return None

    def _depth(self, parents: tuple[int, ...]) -> int:
        return max(self._depths[parent] for parent in parents) + 1 if len(parents) > 1 else self._depths[parents[0]] + 1

    def divergence(self, *, whole: bool) -> ChainBreak | None:
        """Return the first line that does not fit; None if all do. To be asked when every line was added.

        If the lines are not the ``whole`` file, a MERGE may still join its branches.
        """
        if self._known:
            return self._known
        if self._failed:
            return self._failed.chain_break
        return self._fork() if whole else None

    def _fork(self) -> ChainBreak | None:
        if len(self._heads) < 2:
            return None
        main, other = sorted(self._heads)[:2]
        branch = min(ancestors(self._parents, other) - ancestors(self._parents, main))
        lines = " and ".join(str(self._lines[head]) for head in sorted(self._heads)[:2])
        more = f" and {len(self._heads) - 2} more" if len(self._heads) > 2 else ""
        why = f"from here two branches lead to lines {lines}{more}, and no MERGE names both"
        return ChainBreak(self._lines[branch], BreakKind.FORKED, why)

    @property
    def outer(self) -> tuple[Outer, ...]:
        """The lines that fit only if a line of an earlier file has the digest that they name."""
        return tuple(Outer(named, depth, d.link.depth or 0, d.chain_break) for d, named, depth in self._outer)

    @property
    def parents(self) -> Parents:
        """The parents of each line that names another one than the line before it, by position."""
        return self._parents

    def __len__(self) -> int:
        return len(self._depths)

    @property
    def heads(self) -> tuple[Head, ...]:
        """The lines that nothing follows, as far as the chain was followed."""
        return tuple(Head(self._lines[at], self._depths[at], self._digest(at).hex()) for at in sorted(self._heads))

    def _digest(self, at: int) -> bytes:
        return bytes(self._digests[at * DIGEST_SIZE : (at + 1) * DIGEST_SIZE])
