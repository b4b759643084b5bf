"""Which commit lost an id from every store."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from verify.graph.descent import Descent
from verify.model.history import Change, Commit, History
from verify.model.location import BlobId, CommitId, FactId


@dataclass(frozen=True, slots=True)
class Loss:
    """An id that a commit removed from every store; the commit is None for the checked state."""

    id: FactId
    commit: CommitId | None
    path: str


_Held = dict[FactId, int]


def losses(history: History, wanted: frozenset[FactId], descent: Descent) -> Iterator[Loss]:
    """Yield each of the wanted ids with the first commit that lost it for good.

    A merge loses what every one of its parents that ever had it still holds. A commit lost an id for
    good if no later commit on its line holds it.
    """
    lost: dict[FactId, list[tuple[int, Loss]]] = {}
    holders: dict[FactId, list[int]] = {}
    for at, before, held, touched in _walk(history, wanted):
        commit = history.commits[at]
        for fact in touched:
            if held.get(fact):
                holders.setdefault(fact, []).append(at)
            elif _loses(fact, before):
                lost.setdefault(fact, []).append((at, Loss(fact, commit.id, _path(history, commit, fact))))
    for fact in sorted(lost):
        later = holders.get(fact, ())
        final = (loss for at, loss in lost[fact] if not any(descent.descends(holder, at) for holder in later))
        yield from islice(final, 1)


def _walk(history: History, wanted: frozenset[FactId]) -> Iterator[tuple[int, list[_Held], _Held, frozenset[FactId]]]:
    """Yield each commit that can matter: what its parents hold, what it holds, and what it touched.

    An id that once stood there and no longer does counts 0, one that never did has no entry.
    """
    states: dict[CommitId, _Held] = {}
    for at, commit in enumerate(history.commits):
        before = [states.get(parent, {}) for parent in commit.parents]
        touched = frozenset(wanted & _named(history, [c for changes in commit.changes for c in changes]))
        if len(before) > 1 and any(parent is not before[0] for parent in before):
            touched = touched.union(*(wanted & parent.keys() for parent in before))
        held = _held(history, commit, before, touched) if touched else before[0] if before else {}
        if commit.id:
            states[commit.id] = held
        if touched:
            yield at, before, held, touched


def _held(history: History, commit: Commit, before: list[_Held], touched: frozenset[FactId]) -> _Held:
    held = dict(before[0]) if before else {}
    for change in commit.changes[0] if commit.changes else ():
        for fact in touched & _ids(history, change.old):
            held[fact] = max(held.get(fact, 0) - 1, 0)
        for fact in touched & _ids(history, change.new):
            held[fact] = held.get(fact, 0) + 1
    for parent in before[1:]:
        for fact in parent.keys() - held.keys():
            held[fact] = 0
    return held


def _named(history: History, changes: list[Change]) -> set[FactId]:
    return {fact for change in changes for blob in (change.old, change.new) for fact in _ids(history, blob)}


def _ids(history: History, blob: BlobId | None) -> set[FactId]:
    return {fact.id for fact in history.facts.get(blob, ())} if blob else set()


def _path(history: History, commit: Commit, fact: FactId) -> str:
    changes = (change for changes in commit.changes for change in changes)
    return next((change.path for change in changes if fact in _ids(history, change.old)), "")


def _loses(fact: FactId, before: list[_Held]) -> bool:
    had = [parent[fact] for parent in before if fact in parent]
    return bool(had) and all(had)
