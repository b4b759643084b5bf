"""Which commits are recent, what each made of a fact, and what that is worth."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from verify.graph import FactChange, Judged, MemoryGraph, Past
from verify.graph.wording import contains_wording, same_wording
from verify.model.event import EventKind
from verify.model.facts import Checkbox, NodeKind, Store
from verify.model.history import Judgement, PastFact
from verify.model.location import CommitId, FactId

DECIDING = {NodeKind.VISION, NodeKind.INVARIANT, NodeKind.DECISION, NodeKind.CONVENTION, NodeKind.BLUEPRINT}
_GRAVE = (Judgement.DRIFT, Judgement.REVERSAL)


def recent(past: Past, since: CommitId) -> tuple[int, ...]:
    """Return the positions of what is no ancestor of a commit, the checked state on top included."""
    before = past.up_to(since)
    return tuple(at for at, commit in enumerate(past.history.commits) if commit.id not in before)


def changed_ids(past: Past, positions: Sequence[int]) -> frozenset[FactId]:
    """Return the ids of which some of these commits changed text or standing."""
    wanted = frozenset(positions)
    return frozenset(fact_of(change).id for change in past.changes if change.at in wanted and _events(change))


def fact_of(change: FactChange) -> PastFact:
    """Return the fact that changed, as it reads now or last read."""
    return change.after or change.befores[0]


def _events(change: FactChange) -> list[EventKind]:
    """Return what a commit made of a fact; nothing where only its footer or its place differs."""
    before, after = change.before, change.after
    if after is None or before is None:
        return [EventKind.CREATED if after else EventKind.LOST]
    found = []
    if all(fact.text != after.text for fact in change.befores):
        found.append(EventKind.CHANGED)
    if after.superseded and not any(fact.superseded for fact in change.befores):
        found.append(EventKind.SUPERSEDED)
    elif after.store is not before.store:
        found.append(EventKind.ARCHIVED if after.store is Store.ARCHIVE else EventKind.REACTIVATED)
    if after.checkbox is not before.checkbox:
        found.append(EventKind.DONE if after.checkbox is Checkbox.DONE else EventKind.REOPENED)
    return found


class Turn(Struct, frozen=True):
    """What one commit made of a fact, what it is worth, and the log that tells of it.

    There is no judgement where nothing has to explain it; ``late`` says that a later log does.
    """

    change: FactChange
    kinds: tuple[EventKind, ...]
    kind: NodeKind
    judgement: Judgement | None
    record: str | None
    late: bool = False

    @property
    def grave(self) -> bool:
        """Whether a decision changed and nobody said why."""
        return self.kind in DECIDING and self.judgement in _GRAVE and not self.late


class Turns:
    """Judges the changes of facts, by the rules of `verify history` and lost-fact."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._past = graph.history

    def among(self, positions: Sequence[int]) -> Iterator[Turn]:
        """Yield what some commits made of facts; another wording of the same is nothing."""
        wanted = frozenset(positions)
        for change in self._past.changes:
            turn = self._turn(change) if change.at in wanted else None
            if turn and turn.kinds:
                yield turn

    def _turn(self, change: FactChange) -> Turn:
        fact = fact_of(change)
        kind = self._past.last_live.get(fact.id, fact.kind)
        judged = self._judged.get((change.at, fact.id))
        kinds = [self._exactly(change, one) for one in _events(change)]
        if EventKind.CHANGED in kinds and _is_restated(change, kind, judged):
            kinds.remove(EventKind.CHANGED)
        judgement, record = self._worth(change, kinds, judged)
        late = judged is not None and judgement in _GRAVE and self._graph.recorded_late(judged)
        return Turn(change, tuple(kinds), kind, judgement, record, late)

    def _exactly(self, change: FactChange, kind: EventKind) -> EventKind:
        first = self._past.brought(fact_of(change).id)
        came_back = first is not None and self._past.descent.descends(change.at, first)
        return EventKind.RETURNED if kind is EventKind.CREATED and came_back else kind

    @cached_property
    def _judged(self) -> Mapping[tuple[int, FactId], Judged]:
        return {(judged.change.at, judged.id): judged for judged in self._past.judge.judged}

    def _worth(
        self, change: FactChange, kinds: Sequence[EventKind], judged: Judged | None
    ) -> tuple[Judgement | None, str | None]:
        if judged and EventKind.CHANGED in kinds:
            return judged.judgement, judged.record
        if EventKind.LOST in kinds:
            return self._farewell(fact_of(change).id)
        judgement, record = self._past.judge.explained(change.at, fact_of(change).id)
        explained = judgement is Judgement.EVOLUTION or (EventKind.CREATED in kinds and record)
        return Judgement.EVOLUTION if explained else None, record

    def _farewell(self, name: FactId) -> tuple[Judgement | None, str | None]:
        """Look for any log that tells of a loss; what is back needs none."""
        if name in self._farewells:
            return Judgement.EVOLUTION, self._farewells[name]
        return None if self._graph.is_id(name) else Judgement.DRIFT, None

    @cached_property
    def _farewells(self) -> Mapping[str, str]:
        """The first log that tells that an id was removed or superseded."""
        found: dict[str, str] = {}
        for session in self._graph.sessions:
            gone = [m.token for m in session.mentions if not _GONE.isdisjoint(m.verb.split())]
            for name in (*gone, *(pair.old for pair in session.supersessions)):
                found.setdefault(name, session.path)
        return found


_GONE = {"removed", "deleted"}


def _is_restated(change: FactChange, kind: NodeKind, judged: Judged | None) -> bool:
    """Whether a text says the same in other words; one that is archived may say more."""
    before, after = change.before, change.after
    if judged or before is None or after is None:
        return judged is not None and judged.judgement is Judgement.RESTATED
    archived = before.store is not after.store and contains_wording(kind, before.text, after.text)
    return archived or same_wording(kind, before.text, after.text)
