"""What became of facts and decisions since a commit, each change judged as evolution or drift."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from verify.graph import FactChange, Judged, MemoryGraph
from verify.graph.stems import stem_of
from verify.graph.wording import contains_wording, same_wording
from verify.model.event import EventKind
from verify.model.facts import NodeKind
from verify.model.history import Judgement, PastFact
from verify.model.location import FactId, Location, Stem
from verify.model.snapshot import Aim, Cited, Section, Source, Statement, Topic, Words
from verify.views.snapshot.quoting import Texts, at, quoting
from verify.views.snapshot.reasons import told as said_of
from verify.views.snapshot.turns import name_of, turns

_DECIDING = {NodeKind.VISION, NodeKind.INVARIANT, NodeKind.DECISION, NodeKind.CONVENTION, NodeKind.BLUEPRINT}
_GRAVE = (Judgement.DRIFT, Judgement.REVERSAL)
_PHRASES = {
    EventKind.LOST: "left the memory",
    EventKind.CHANGED: "was reworded",
    EventKind.SUPERSEDED: "was superseded",
    EventKind.CREATED: "is new",
    EventKind.REACTIVATED: "came back from the archive",
    EventKind.REOPENED: "was opened again",
    EventKind.DONE: "was done",
    EventKind.ARCHIVED: "went to the archive",
}
"""The events that are told, in the order of their weight."""
_WORTH = {
    Judgement.EVOLUTION: ": evolution",
    Judgement.MENTIONED: ": a log names it, but does not say that it changed",
    Judgement.DRIFT: ": drift, no log says why",
    Judgement.REVERSAL: ": reversal, it says again what it said before, and no log says why",
}


def changes(graph: MemoryGraph, texts: Texts, aim: Aim, share: int) -> Section:
    """Tell the changes of the commits that an aim calls recent, the unexplained ones first."""
    lacking = "No fact and no decision was created, changed, archived or reversed since."
    if aim.since is None or graph.past is None:
        return Section(Topic.CHANGES, (), "Nothing can be told: there is no commit to compare with.", share=share)
    teller, wanted = _Teller(graph, texts), frozenset(aim.recent)
    found = [one for change in graph.past.changes if change.at in wanted for one in teller.told(change)]
    order = list(_PHRASES)
    found.sort(key=lambda one: (not one.grave, not one.deciding, order.index(one.kind), -one.change.at))
    return Section(Topic.CHANGES, tuple(map(teller.statement, found)), lacking, share=share)


@dataclass(frozen=True, slots=True)
class _Turn:
    """One thing that a commit made of a fact, what it is worth, and the log that tells of it."""

    change: FactChange
    kind: EventKind
    deciding: bool
    judgement: Judgement | None
    record: str | None
    late: bool = False

    @property
    def grave(self) -> bool:
        return self.deciding and self.judgement in _GRAVE and not self.late

    @property
    def worth(self) -> str:
        if self.late:
            return ": drift, recorded late"
        if self.kind is EventKind.CREATED and self.judgement is None:
            return ", and no log names it"
        return _WORTH.get(self.judgement, "") if self.judgement else ""


class _Teller:
    """Makes statements of changes."""

    def __init__(self, graph: MemoryGraph, texts: Texts) -> None:
        self._graph = graph
        self._past = graph.history
        self._texts = texts

    def told(self, change: FactChange) -> Iterator[_Turn]:
        """Yield each thing that a change made of a fact; another wording of the same is none."""
        for kind in turns(change):
            judged = self._judged.get((change.at, name_of(change))) if kind is EventKind.CHANGED else None
            if kind is not EventKind.CHANGED or not self._is_restated(change, judged):
                late = judged is not None and judged.judgement in _GRAVE and self._graph.recorded_late(judged)
                yield _Turn(change, kind, self._kind(change) in _DECIDING, *self._worth(change, kind, judged), late)

    @cached_property
    def _judged(self) -> Mapping[tuple[int, FactId], Judged]:
        return {(judged.change.at, judged.id): judged for judged in self._past.judge.judged}

    def _is_restated(self, change: FactChange, judged: Judged | None) -> bool:
        """Whether a text says the same in other words; one that is archived may say more."""
        if judged:
            return judged.judgement is Judgement.RESTATED
        before, after, kind = change.before, change.after, self._kind(change)
        if before is None or after is None:
            return False
        archived = before.store is not after.store and contains_wording(kind, before.text, after.text)
        return archived or same_wording(kind, before.text, after.text)

    def _kind(self, change: FactChange) -> NodeKind:
        fact = change.after or change.befores[0]
        return self._past.last_live.get(fact.id, fact.kind)

    def _worth(self, change: FactChange, kind: EventKind, judged: Judged | None) -> tuple[Judgement | None, str | None]:
        """Return what a change is worth and the log that tells of it; no judgement where nothing has to explain it."""
        if judged:
            return judged.judgement, judged.record
        judgement, record = self._past.judge.explained(change.at, name_of(change))
        if kind is EventKind.LOST:
            return (Judgement.EVOLUTION, record) if record else self._farewell(name_of(change))
        explained = judgement is Judgement.EVOLUTION or (kind is EventKind.CREATED and record)
        return Judgement.EVOLUTION if explained else None, record

    def _farewell(self, name: FactId) -> tuple[Judgement, str | None]:
        """Look for any log that tells of a loss."""
        for session in self._graph.sessions:
            gone = any(m.token == name and ("removed" in m.verb or "deleted" in m.verb) for m in session.mentions)
            if gone or any(pair.old == name for pair in session.supersessions):
                return Judgement.EVOLUTION, session.path
        kept = name in self._graph.by_id or name in self._graph.records.ids
        return Judgement.EVOLUTION if kept else Judgement.DRIFT, None

    def statement(self, turn: _Turn) -> Statement:
        """Tell one turn."""
        change = turn.change
        fact, commit = change.after or change.befores[0], self._past.commit_of(change.at)
        words: Words = (f"{self._kind(change).value} ", Cited(fact.id), f" {_PHRASES[turn.kind]}{turn.worth}")
        if commit is None:
            words = (*words, ", not committed yet")
        sources = (*((Source(commit=commit),) if commit else ()), *self._place(fact, change.path))
        return Statement(words, sources, notes=(*self._wordings(turn, sources), *self._log(turn, fact.id)))

    def _place(self, fact: PastFact, path: str) -> tuple[Source, ...]:
        """Return where the fact stands now, else the file that it left."""
        known = tuple(at(one.block) for one in self._graph.by_id.get(fact.id, ())[:1])
        is_file = any(document.path == path for document in self._graph.memory.documents)
        return known or ((Source(path),) if is_file else ())

    def _wordings(self, turn: _Turn, sources: tuple[Source, ...]) -> Iterator[Statement]:
        before, after = turn.change.before, turn.change.after
        if turn.kind in {EventKind.CHANGED, EventKind.LOST} and before:
            yield quoting(("before",), sources[:1], before.text)
        if turn.kind is EventKind.CHANGED and after:
            yield quoting(("after",), sources[:1], after.text)

    def _log(self, turn: _Turn, name: FactId) -> Iterator[Statement]:
        """Yield what the log says of the change."""
        session = self._graph.session(Stem(stem_of(turn.record))) if turn.record else None
        if session:
            words = ("the log ", Cited(session.stem), " names it")
            found = list(said_of(self._graph, self._texts, session, name))[:1]
            yield from found or [Statement(words, (at(Location(session.path)),))]
