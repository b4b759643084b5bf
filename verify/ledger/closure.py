"""What the digest of one line vouches for, and in which order, however a merge wove the lines of branches."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

_TRIED = 8
"""Lines that rest on just as many others are rare; nobody makes more of them by honest means."""
_COUNTED = 4096
"""Merges that leave another branch open, and are counted."""
Parents = Mapping[int, Sequence[int]]
"""The parents of each position, but of those whose only parent is the position before."""


def resting_on(parents: Parents, count: int, size: int) -> Iterator[list[int]]:
    """Yield the positions of just ``size`` lines, in order, for each line that rests on so many, itself included.

    The first ``size`` lines of a file without branches are not among them.
    """
    counts = _Counts(parents, count).all
    found = (at for at in range(min(parents, default=count), count) if counts[at] == size)
    for at in islice(found, _TRIED):
        yield sorted(ancestors(parents, at))


def canonical(parents: Parents, heads: Sequence[int]) -> list[int]:
    """Return all that some lines rest on, and they themselves, in an order that their digests determine.

    Behind the lines of the branch that a MERGE names first come those that the next one adds, and so on.
    """
    placed: dict[int, None] = {}
    stack = [(head, False) for head in reversed(heads)]
    while stack:
        at, done = stack.pop()
        if done:
            placed[at] = None
        elif at not in placed:
            stack.append((at, True))
            stack.extend((parent, False) for parent in reversed(_named(parents, at)))
    return list(placed)


def ancestors(parents: Parents, at: int) -> set[int]:
    """Return the positions of all lines that one rests on, itself included."""
    found: set[int] = set()
    queue = [at]
    while queue:
        one = queue.pop()
        if one not in found:
            found.add(one)
            queue.extend(_named(parents, one))
    return found


def _named(parents: Parents, at: int) -> Sequence[int]:
    return parents.get(at, (at - 1,) if at else ())


class _Counts:
    """How many lines each one rests on, itself included; 0 where it was not counted.

    Only a MERGE that leaves another branch open takes more than adding one: a set of bits.
    """

    def __init__(self, parents: Parents, count: int) -> None:
        self.all: list[int] = []
        self._parents = parents
        self._starts: list[int] = []
        """For each line the first one of those before it that follow one another."""
        self._whole: list[int] = []
        """For each line the last one since then that rests on all before it, or -1."""
        self._merged: dict[int, int] = {}
        heads: set[int] = set()
        for at in range(count):
            named = _named(parents, at)
            heads.difference_update(named)
            heads.add(at)
            follows = at not in parents and at > 0
            self._starts.append(self._starts[at - 1] if follows else at)
            self._whole.append(at if len(heads) == 1 else self._whole[at - 1] if follows else -1)
            self.all.append(self._count(at, named))

    def _count(self, at: int, named: Sequence[int]) -> int:
        if self._whole[at] == at:
            return at + 1
        if len(named) < 2:
            return self.all[named[0]] and self.all[named[0]] + 1 if named else 1
        if len(self._merged) == _COUNTED:
            return 0
        bits = self._merged[at] = self._bits(at, named)
        return bits.bit_count()

    def _bits(self, at: int, named: Sequence[int]) -> int:
        bits, queue, seen = 1 << at, list(named), set(named)
        while queue:
            one = queue.pop()
            if (whole := self._whole[one]) >= 0:
                bits |= (1 << (whole + 1)) - 1
            start = self._starts[one]
            bits |= ((1 << (one - start + 1)) - 1) << start
            if whole >= 0:
                continue
            if start in self._merged:
                bits |= self._merged[start]
                continue
            queue += (new := [parent for parent in self._parents.get(start, ()) if parent not in seen])
            seen.update(new)
        return bits
