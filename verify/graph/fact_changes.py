"""How each commit changed each fact."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from verify.model.history import Change, Commit, History, PastFact
from verify.model.location import FactId


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact before and after one commit; ``at`` is the position of the commit.

    Without ``before`` no parent had the fact, without ``after`` the commit dropped it.
    """

    at: int
    path: str
    before: PastFact | None
    after: PastFact | None


_Facts = Mapping[FactId, tuple[str, PastFact]]


def fact_changes(history: History) -> Iterator[FactChange]:
    """Yield every change of every fact, in the order of the commits.

    A merge changes a fact only if it differs from that of every parent: what came whole from one of
    them is no change. Between files of one commit a fact only moves.
    """
    sides = _Sides(history)
    for at, commit in enumerate(history.commits):
        if any(commit.changes):
            yield from _changes(at, commit, sides)


class _Sides:
    """The facts on both sides of a set of changes."""

    def __init__(self, history: History) -> None:
        self._facts = history.facts
        self.of = cache(self._of)

    def _of(self, changes: tuple[Change, ...]) -> tuple[_Facts, _Facts]:
        before: dict[FactId, tuple[str, PastFact]] = {}
        after: dict[FactId, tuple[str, PastFact]] = {}
        for change in changes:
            for side, blob in ((before, change.old), (after, change.new)):
                if blob:
                    side.update((fact.id, (change.path, fact)) for fact in self._facts.get(blob, ()))
        return before, after


def _changes(at: int, commit: Commit, sides: _Sides) -> Iterator[FactChange]:
    pairs = [sides.of(changes) for changes in commit.changes]
    names = set().union(*(before.keys() | after.keys() for before, after in pairs))
    for name in sorted(names):
        if not all(_differs(name, before, after) for before, after in pairs):
            continue
        befores = [before[name] for before, _ in pairs if name in before]
        afters = [after[name] for _, after in pairs if name in after]
        path = (afters or befores)[0][0]
        yield FactChange(at, path, befores[0][1] if befores else None, afters[0][1] if afters else None)


def _differs(name: FactId, before: _Facts, after: _Facts) -> bool:
    old, new = before.get(name), after.get(name)
    return (old is not None or new is not None) and (old is None or new is None or old[1] != new[1])
