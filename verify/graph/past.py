"""Named questions about the history of a memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from verify.model.history import Change, Commit, History
from verify.model.location import CommitId, FactId, Stem


@dataclass(frozen=True, slots=True)
class Loss:
    """An id that a commit removed from every store; the commit is None for the checked state."""

    id: FactId
    commit: CommitId | None
    path: str


_Held = dict[FactId, int]


class Past:
    """Answers from the commits of one memory."""

    def __init__(self, history: History) -> None:
        self._history = history

    @cached_property
    def ids(self) -> frozenset[FactId]:
        """Every id that ever had a footer."""
        return frozenset(FactId(f.id) for footers in self._history.footers.values() for f in footers if f.id)

    @cached_property
    def superseded(self) -> frozenset[FactId]:
        """Every id whose footer said in some commit that it was superseded."""
        checked = {id(commit) for commit in self._history.commits if commit.id is None}
        return frozenset(
            FactId(footer.id)
            for commit in self._history.commits
            if id(commit) not in checked
            for changes in commit.changes
            for change in changes
            if change.new
            for footer in self._history.footers.get(change.new, ())
            if footer.tier == "superseded" or footer.superseded_by
        )

    @cached_property
    def _sessions_beside(self) -> dict[FactId, frozenset[str]]:
        """The paths that changed in the commit that brought each id, whatever they are."""
        brought: dict[FactId, frozenset[str]] = {}
        for commit in self._history.commits:
            new = set.intersection(*(self._gained(changes) for changes in commit.changes))
            if new - brought.keys():
                paths = frozenset(change.path for changes in commit.changes for change in changes if change.new)
                for fact in new - brought.keys():
                    brought[fact] = paths
        return brought

    def came_with(self, fact: FactId, session: Stem) -> bool:
        """Whether the commit that brought an id also added or edited this session."""
        paths = self._sessions_beside.get(fact, frozenset())
        return any(path.endswith(f"/sessions/{session}.md") for path in paths)

    def _gained(self, changes: tuple[Change, ...]) -> set[FactId]:
        return self._named(changes, new=True) - self._named(changes, new=False)

    def _named(self, changes: tuple[Change, ...], *, new: bool) -> set[FactId]:
        blobs = (change.new if new else change.old for change in changes)
        return {FactId(f.id) for blob in blobs if blob for f in self._history.footers.get(blob, ()) if f.id}

    def losses(self, present: frozenset[FactId]) -> Iterator[Loss]:
        """Yield each id that is in no store any more, with the commit that lost it for good.

        A merge loses what every one of its parents that ever had it still holds.
        """
        wanted = self.ids - present
        lost: dict[FactId, Loss] = {}
        for commit, before, held in self._walk(wanted):
            for fact in wanted:
                if held.get(fact):
                    if not any(parent.get(fact) for parent in before):
                        lost.pop(fact, None)
                elif fact not in lost and _loses(fact, before):
                    lost[fact] = Loss(fact, commit.id, self._path(commit, fact))
        yield from (lost[fact] for fact in sorted(lost))

    def _walk(self, wanted: frozenset[FactId]) -> Iterator[tuple[Commit, list[_Held], _Held]]:
        """Yield each commit that can matter, with how often each wanted id stands in its parents and in it.

        An id that once stood there and no longer does counts 0, one that never did has no entry.
        """
        states: dict[CommitId, _Held] = {}
        for commit in self._history.commits:
            before = [states.get(parent, {}) for parent in commit.parents]
            changed = any(self._touches(changes, wanted) for changes in commit.changes)
            same = all(parent is before[0] for parent in before) if before else False
            held = before[0] if same and not changed else self._held(commit, before, wanted)
            if commit.id:
                states[commit.id] = held
            if changed or not same:
                yield commit, before, held

    def _touches(self, changes: tuple[Change, ...], wanted: frozenset[FactId]) -> bool:
        return not wanted.isdisjoint(self._named(changes, new=True) | self._named(changes, new=False))

    def _held(self, commit: Commit, before: list[_Held], wanted: frozenset[FactId]) -> _Held:
        held = dict(before[0]) if before else {}
        for change in commit.changes[0] if commit.changes else ():
            for fact in self._named((change,), new=False) & wanted:
                held[fact] = max(held.get(fact, 0) - 1, 0)
            for fact in self._named((change,), new=True) & wanted:
                held[fact] = held.get(fact, 0) + 1
        for parent in before[1:]:
            for fact in parent.keys() - held.keys():
                held[fact] = 0
        return held

    def _path(self, commit: Commit, fact: FactId) -> str:
        for changes in commit.changes:
            for change in changes:
                if fact in self._named((change,), new=False):
                    return change.path
        return ""


def _loses(fact: FactId, before: list[_Held]) -> bool:
    had = [parent[fact] for parent in before if fact in parent]
    return bool(had) and all(had)
