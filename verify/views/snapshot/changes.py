"""What became of facts and decisions since a commit, each change judged as evolution or drift."""

from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.graph.stems import stem_of
from verify.model.event import EventKind
from verify.model.facts import NodeKind
from verify.model.history import Judgement
from verify.model.location import Location, Stem
from verify.model.report import Evidence
from verify.model.snapshot import Aim, Cited, Section, Source, Statement, Topic, Words
from verify.views.snapshot.quoting import Texts, at, quoting
from verify.views.snapshot.reasons import told as said_of
from verify.views.snapshot.turns import DECIDING, Turn, Turns, fact_of

_PHRASES = {
    EventKind.LOST: "left the memory",
    EventKind.CHANGED: "was reworded",
    EventKind.SUPERSEDED: "was superseded",
    EventKind.CREATED: "is new",
    EventKind.RETURNED: "came back",
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
NO_COMMIT = "Nothing can be told: there is no commit to compare with."
_ORDER = list(_PHRASES)
_MOST = 200


def changes(graph: MemoryGraph, texts: Texts, aim: Aim, share: int) -> Section:
    """Tell the changes of the commits that an aim calls recent, the unexplained ones first."""
    lacking = "No fact and no decision was created, changed, archived or reversed since."
    if aim.since is None or graph.past is None:
        return Section(Topic.CHANGES, (), NO_COMMIT, no_history(graph), share=share)
    found = sorted(Turns(graph).among(aim.recent), key=_weight)
    teller = _Teller(graph, texts)
    passed = (f"{len(found) - _MOST} more changes",) if len(found) > _MOST else ()
    return Section(Topic.CHANGES, tuple(map(teller.statement, found[:_MOST])), lacking, (), passed, share)


def no_history(graph: MemoryGraph) -> Words:
    """Return why there is no history to tell of, if there is none."""
    return () if graph.past else ("There is no history: ", Cited(graph.incomplete[Evidence.HISTORY]), ".")


def _weight(turn: Turn) -> tuple[bool, bool, int, int]:
    return not turn.grave, turn.kind not in DECIDING, _ORDER.index(turn.kinds[0]), -turn.change.at


def _worth(turn: Turn) -> str:
    if turn.late:
        return ": drift, recorded late"
    if EventKind.CREATED in turn.kinds and turn.judgement is None:
        return ", and no log names it"
    return _WORTH.get(turn.judgement, "") if turn.judgement else ""


class _Teller:
    """Makes statements of changes."""

    def __init__(self, graph: MemoryGraph, texts: Texts) -> None:
        self._graph = graph
        self._texts = texts

    def statement(self, turn: Turn) -> Statement:
        """Tell what one commit made of a fact."""
        commit = self._graph.history.commit_of(turn.change.at)
        phrases = " and ".join(_PHRASES[kind] for kind in turn.kinds)
        words: Words = (f"{turn.kind.value} ", Cited(fact_of(turn.change).id), f" {phrases}{_worth(turn)}")
        if commit is None:
            words = (*words, ", not committed yet")
        committed = (Source(commit=commit),) if commit else ()
        sources = (*committed, *self._place(turn)) or (Source(self._graph.memory.path),)
        notes = (*_wordings(turn, sources, self._former(turn) or sources), *self._log(turn))
        return Statement(words, sources, notes=notes)

    def _former(self, turn: Turn) -> tuple[Source, ...]:
        """Return the commit in which the fact still read as before."""
        parents = self._graph.history.descent.parents[turn.change.at]
        commits = (self._graph.history.commit_of(parent) for parent in parents)
        return tuple(Source(commit=commit) for commit in commits if commit)

    def _place(self, turn: Turn) -> tuple[Source, ...]:
        """Return where the fact stands now, else the file that it left."""
        known = tuple(at(one.block) for one in self._graph.by_id.get(fact_of(turn.change).id, ())[:1])
        path = turn.change.path
        is_file = any(document.path == path for document in self._graph.memory.documents)
        return known or ((Source(path),) if is_file else ())

    def _log(self, turn: Turn) -> Iterator[Statement]:
        """Yield what the log says of the change."""
        session = self._graph.session(Stem(stem_of(turn.record))) if turn.record else None
        if session:
            words = ("the log ", Cited(session.stem), " names it")
            found = list(said_of(self._graph, self._texts, session, fact_of(turn.change).id))[:1]
            yield from found or [Statement(words, (at(Location(session.path)),))]


def _wordings(turn: Turn, sources: tuple[Source, ...], former: tuple[Source, ...]) -> Iterator[Statement]:
    """Yield the texts that are told nowhere else: both of a change, and that of a plain fact that came or went."""
    before, after = turn.change.before, turn.change.after
    if before and not {EventKind.CHANGED, EventKind.LOST}.isdisjoint(turn.kinds):
        yield quoting(("before",), former, before.text)
    if after and EventKind.CHANGED in turn.kinds:
        yield quoting(("after",), sources[:1], after.text)
    elif after and turn.kind is NodeKind.FACT and turn.kinds[0] in {EventKind.CREATED, EventKind.RETURNED}:
        yield quoting(("it says",), sources[:1], after.text)
