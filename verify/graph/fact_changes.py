"""How each commit changed each fact."""

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from verify.graph.trees import Trees
from verify.model.history import Change, Commit, History, PastFact
from verify.model.location import BlobId, FactId


class FactChange(Struct, frozen=True):
    """A fact before and after one commit; ``at`` is the position of the commit.

    ``befores`` holds it as it read in each parent that had it. Without ``after`` the commit dropped it.
    """

    at: int
    path: str
    befores: tuple[PastFact, ...]
    after: PastFact | None

    @property
    def before(self) -> PastFact | None:
        """The fact as it read in the first parent that had it."""
        return self.befores[0] if self.befores else None


_Facts = Mapping[FactId, tuple[str, PastFact]]


def fact_changes(history: History, parents: list[tuple[int, ...]]) -> Iterator[FactChange]:
    """Yield every change of every fact, in the order of the commits.

    A merge changes a fact only if it differs from that of every parent: what came whole from one of
    them is no change. Between files of one commit a fact only moves, and one that another file holds
    as well neither comes nor goes.
    """
    sides = _Sides(history)
    trees = Trees(history, parents)
    seen: set[FactId] = set()
    for at, commit in enumerate(history.commits):
        if any(commit.changes):
            for change in _changes(at, commit, sides):
                yield _whole(change, parents[at], trees, seen)
                seen.update(fact.id for fact in (*change.befores, change.after) if fact)


def _whole(change: FactChange, parents: tuple[int, ...], trees: Trees, seen: set[FactId]) -> FactChange:
    """Look for the missing side of a change in the files that the commit left alone."""
    if change.after is None and change.befores:
        held = trees.fact(change.at, change.befores[0].id)
        return FactChange(change.at, held[0], change.befores, held[1]) if held else change
    if change.after and not change.befores and change.after.id in seen:
        path, after = trees.fact(change.at, change.after.id) or (change.path, change.after)
        found = (trees.fact(parent, change.after.id) for parent in parents)
        return FactChange(change.at, path, tuple(fact for _, fact in filter(None, found)), after)
    return change


class _Sides:
    """The facts on both sides of a set of changes, as far as any of them may have changed."""

    def __init__(self, history: History) -> None:
        self._facts = history.facts
        self.of = cache(self._of)

    def _of(self, changes: tuple[Change, ...]) -> tuple[_Facts, _Facts]:
        sides = [(change.path, self._in(change.old), self._in(change.new)) for change in changes]
        names = {name for _, old, new in sides for name in _touched(old, new)}
        before: dict[FactId, tuple[str, PastFact]] = {}
        after: dict[FactId, tuple[str, PastFact]] = {}
        for path, old, new in sides:
            before.update((fact.id, (path, fact)) for fact in old if fact.id in names)
            after.update((fact.id, (path, fact)) for fact in new if fact.id in names)
        return before, after

    def _in(self, blob: BlobId | None) -> tuple[PastFact, ...]:
        return self._facts.get(blob, ()) if blob else ()


def _touched(old: tuple[PastFact, ...], new: tuple[PastFact, ...]) -> set[FactId]:
    """Return the ids of all facts that are not the very same object on both sides, as most are."""
    changed = set(map(id, old)) ^ set(map(id, new))
    return {fact.id for side in (old, new) for fact in side if id(fact) in changed} if changed else set()


def _changes(at: int, commit: Commit, sides: _Sides) -> Iterator[FactChange]:
    pairs = [sides.of(changes) for changes in commit.changes]
    for name in sorted(set.intersection(*(_differing(before, after) for before, after in pairs))):
        befores = [before[name] for before, _ in pairs if name in before]
        afters = [after[name] for _, after in pairs if name in after]
        after = afters[0][1] if afters else None
        yield FactChange(at, (afters or befores)[0][0], tuple(fact for _, fact in befores), after)


def _differing(before: _Facts, after: _Facts) -> set[FactId]:
    came_or_went = before.keys() ^ after.keys()
    both = ((name, fact, after[name][1]) for name, (_, fact) in before.items() if name in after)
    return came_or_went | {name for name, old, new in both if old is not new and old != new}
