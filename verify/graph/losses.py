"""Which commit lost an id from every file that could hold it."""

from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct

from verify.graph.descent import Descent
from verify.model.history import Change, Commit
from verify.model.location import BlobId, CommitId

_Id = TypeVar("_Id", bound=Hashable)
_Ids = Mapping[BlobId, Set[_Id]]
_Held = dict[_Id, int]


class Loss(Struct, Generic[_Id], frozen=True):
    """An id that a commit removed from every store; the commit is None for the checked state."""

    id: _Id
    commit: CommitId | None
    path: str


def losses(commits: Sequence[Commit], ids: _Ids[_Id], wanted: Set[_Id], descent: Descent) -> Iterator[Loss[_Id]]:
    """Yield each of the wanted ids with the first commit that lost it for good; ``ids`` are those of each version.

    A merge loses what every one of its parents that ever had it still holds. A commit lost an id for
    good if no later commit on its line holds it.
    """
    lost: dict[_Id, list[tuple[int, Loss[_Id]]]] = {}
    holders: dict[_Id, list[int]] = {}
    for at, before, held, touched in _walk(commits, ids, wanted):
        commit = commits[at]
        for name in touched:
            if held.get(name):
                holders.setdefault(name, []).append(at)
            elif _loses(name, before):
                lost.setdefault(name, []).append((at, Loss(name, commit.id, _path(ids, commit, name))))
    for name in sorted(lost, key=str):
        later = holders.get(name, ())
        final = (loss for at, loss in lost[name] if not any(descent.descends(holder, at) for holder in later))
        yield from islice(final, 1)


def _walk(
    commits: Sequence[Commit], ids: _Ids[_Id], wanted: Set[_Id]
) -> Iterator[tuple[int, list[_Held[_Id]], _Held[_Id], frozenset[_Id]]]:
    """Yield each commit that can matter: what its parents hold, what it holds, and what it touched.

    An id that once stood there and no longer does counts 0, one that never did has no entry.
    """
    states: dict[CommitId, _Held[_Id]] = {}
    for at, commit in enumerate(commits):
        before = [states.get(parent, {}) for parent in commit.parents]
        touched = frozenset(wanted & _named(ids, [c for changes in commit.changes for c in changes]))
        if len(before) > 1 and any(parent is not before[0] for parent in before):
            touched = touched.union(*(wanted & parent.keys() for parent in before))
        held = _held(ids, commit, before, touched) if touched else before[0] if before else {}
        if commit.id:
            states[commit.id] = held
        if touched:
            yield at, before, held, touched


def _held(ids: _Ids[_Id], commit: Commit, before: list[_Held[_Id]], touched: frozenset[_Id]) -> _Held[_Id]:
    held = dict(before[0]) if before else {}
    for change in commit.changes[0] if commit.changes else ():
        for name in touched & _in(ids, change.old):
            held[name] = max(held.get(name, 0) - 1, 0)
        for name in touched & _in(ids, change.new):
            held[name] = held.get(name, 0) + 1
    for parent in before[1:]:
        for name in parent.keys() - held.keys():
            held[name] = 0
    return held


def _named(ids: _Ids[_Id], changes: list[Change]) -> set[_Id]:
    return {name for change in changes for blob in (change.old, change.new) for name in _in(ids, blob)}


def _in(ids: _Ids[_Id], blob: BlobId | None) -> Set[_Id]:
    return ids.get(blob, frozenset()) if blob else frozenset()


def _path(ids: _Ids[_Id], commit: Commit, name: _Id) -> str:
    changes = (change for changes in commit.changes for change in changes)
    return next((change.path for change in changes if name in _in(ids, change.old)), "")


def _loses(name: _Id, before: list[_Held[_Id]]) -> bool:
    had = [parent[name] for parent in before if name in parent]
    return bool(had) and all(had)
