"""What the digest of one line vouches for: all the lines that it rests on, wherever a merge put others between them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

_MOST = 64
"""Lines that are tried, and partial merges that are counted; nobody makes more of them by honest means."""
Parents = Mapping[int, Sequence[int]]
"""The parents of each position, but of those whose only parent is the position before."""


def resting_on(parents: Parents, count: int, size: int) -> Iterator[list[int]]:
    """Yield the positions of just ``size`` lines, in order, for each line that rests on so many, itself included.

    The first ``size`` lines of a file without branches are not among them.
    """
    counts = list(_counts(parents, count))
    found = (at for at in range(min(parents, default=count), count) if counts[at] == size)
    for at in islice(found, _MOST):
        yield sorted(ancestors(parents, at))


def _counts(parents: Parents, count: int) -> Iterator[int]:
    """Yield how many lines each one rests on, itself included; 0 where it was not counted."""
    counts: list[int] = []
    heads: set[int] = set()
    walks = 0
    for at in range(count):
        named = parents.get(at, (at - 1,) if at else ())
        heads.difference_update(named)
        heads.add(at)
        if len(heads) == 1:
            found = at + 1
        elif len(named) == 1:
            found = counts[named[0]] and counts[named[0]] + 1
        else:
            walks += 1
            found = len(ancestors(parents, at)) if walks <= _MOST else 0
        counts.append(found)
        yield found


def ancestors(parents: Parents, at: int) -> set[int]:
    """Return the positions of all lines that one rests on, itself included."""
    found: set[int] = set()
    queue = [at]
    while queue:
        one = queue.pop()
        if one not in found:
            found.add(one)
            queue.extend(parents.get(one, (one - 1,) if one else ()))
    return found
