"""The order of commits: that of ``git log --date-order``, whoever told the commits."""

from collections import Counter
from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import count

from verify.model.history import Commit
from verify.model.location import CommitId


def in_order(commits: Mapping[CommitId, Commit], head: CommitId) -> list[Commit]:
    """Return a commit and all its ancestors, parents before children, otherwise by commit time.

    Raises KeyError if an ancestor is not known, or is said to be its own ancestor.
    """
    waiting = _children(commits, head)
    entered = count()
    queue = [(-commits[head].committed, next(entered), head)]
    ordered = []
    while queue:
        commit = commits[heappop(queue)[2]]
        ordered.append(commit)
        for parent in commit.parents:
            waiting[parent] -= 1
            if not waiting[parent]:
                # Of two commits of the same second, git takes first the one that it met first.
                heappush(queue, (-commits[parent].committed, next(entered), parent))
    if any(waiting.values()):
        raise KeyError("a commit is its own ancestor")
    ordered.reverse()
    return ordered


def _children(commits: Mapping[CommitId, Commit], head: CommitId) -> Counter[CommitId]:
    """Count the children of each ancestor among the ancestors."""
    counted: Counter[CommitId] = Counter()
    queue = [head]
    while queue:
        for parent in commits[queue.pop()].parents:
            if not counted[parent]:
                queue.append(parent)
            counted[parent] += 1
    return counted
