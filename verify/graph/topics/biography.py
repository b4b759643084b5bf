"""Where a topic, or one decision, stood after each commit."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from verify.graph.topics.decisions import Decisions
from verify.model.history import Change, Commit
from verify.model.location import BlobId
from verify.model.topic_history import TopicHistory
from verify.model.topics import Decision, Entry, ExchangeKey

_State = TypeVar("_State")
_Value = TypeVar("_Value")
_STATE = "/state.json"
Keys = frozenset[ExchangeKey | str]


class Step(Struct, Generic[_State], frozen=True):
    """A commit after which something stood as in none of its parents; a root commit comes after nothing."""

    commit: Commit
    before: tuple[_State, ...]
    after: _State


class TopicHeld(Struct, frozen=True):
    """What one commit holds of a topic: its entry, its exchanges by file, and its decisions."""

    entry: Entry | None = None
    exchanges: Mapping[str, Keys] = field(default_factory=dict)
    decisions: Mapping[str, Decision] = field(default_factory=dict)


class TopicBiography:
    """The life of one topic; ``index`` is the path of the list of topics, ``is_own`` tells the files of the topic."""

    def __init__(self, history: TopicHistory, index: str, is_own: Callable[[str], bool]) -> None:
        self._history = history
        self._index = index
        self._is_own = is_own

    def steps(self) -> Iterator[Step[TopicHeld]]:
        """Yield each commit that made something of it, parents before children."""
        return _steps(self._history.commits, TopicHeld(), self._after)

    def _after(self, held: TopicHeld, changes: Sequence[Change]) -> TopicHeld:
        told = self._history.told
        for change in changes:
            if change.path == self._index:
                held = replace(held, entry=_version(told.entries, change, held.entry, None))
            elif self._is_own(change.path) and change.path.endswith(".jsonl"):
                held = replace(held, exchanges=_with(held.exchanges, told.exchanges, change))
            elif self._is_own(change.path) and change.path.endswith(_STATE):
                read = _version(self._history.decisions, change, tuple(held.decisions.values()), ())
                held = replace(held, decisions={decision.id: decision for decision in read})
        return held


def decision_steps(history: TopicHistory, name: str) -> Iterator[Step[Mapping[str, Decision]]]:
    """Yield each commit that made something of a decision, with the states that hold it by path."""
    versions = {blob: {d.id: d for d in decisions}.get(name) for blob, decisions in history.decisions.items()}

    def after(held: Mapping[str, Decision], changes: Sequence[Change]) -> Mapping[str, Decision]:
        for change in (change for change in changes if change.path.endswith(_STATE)):
            decision = _version(versions, change, held.get(change.path), None)
            if decision != held.get(change.path):
                rest = {path: other for path, other in held.items() if path != change.path}
                held = {**rest, change.path: decision} if decision else rest
        return held

    return _steps(history.commits, {}, after)


def dependent_steps(history: TopicHistory, name: str) -> Iterator[Step[Mapping[str, Set[str]]]]:
    """Yield each commit that changed which decisions rest on one, by path."""
    versions = {
        blob: frozenset(d.id for d in decisions if Decisions.depends_on(d) == name and d.id != name)
        for blob, decisions in history.decisions.items()
    }

    def after(held: Mapping[str, Set[str]], changes: Sequence[Change]) -> Mapping[str, Set[str]]:
        for change in (change for change in changes if change.path.endswith(_STATE)):
            held = _with(held, versions, change)
        return held

    return _steps(history.commits, {}, after)


def _steps(
    commits: Sequence[Commit], nothing: _State, after: Callable[[_State, Sequence[Change]], _State]
) -> Iterator[Step[_State]]:
    states: dict[str, _State] = {}
    for commit in commits:
        before = tuple(states.get(parent, nothing) for parent in commit.parents) or (nothing,)
        now = after(before[0], commit.changes[0]) if commit.changes and commit.changes[0] else before[0]
        if commit.id:
            states[commit.id] = now
        # Most commits change nothing of it, and then the very same state is passed on.
        if all(now is not parent and now != parent for parent in before):
            yield Step(commit, before, now)


def _version(versions: Mapping[BlobId, _Value], change: Change, held: _Value, nothing: _Value) -> _Value:
    """Return what a file holds after a change; a version that is not known holds what was there."""
    if change.new is None:
        return nothing
    return versions.get(change.new, held)


def _with(held: Mapping[str, _Value], versions: Mapping[BlobId, _Value], change: Change) -> Mapping[str, _Value]:
    rest = {path: value for path, value in held.items() if path != change.path}
    if change.new is None:
        return rest
    known = versions.get(change.new, held.get(change.path))
    return rest if known is None else {**rest, change.path: known}
