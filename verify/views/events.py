"""Events of one fact, each with the commit that shows it."""

from collections.abc import Iterator
from datetime import UTC, datetime

from verify.graph import Judged, MemoryGraph
from verify.graph.biography import Biography, Turn, main, main_path
from verify.model.event import Departure, Detail, Event, EventKind, Rewording, Succession, Wording
from verify.model.history import Judgement
from verify.model.location import Day, FactId, Stem
from verify.secrets import redact
from verify.views.changes import changes, is_succeeded
from verify.views.logs import Logs
from verify.views.word_changes import word_changes

Dated = tuple[int, Event]
"""An event and the position of its commit."""

UNEXPLAINED = (Judgement.MENTIONED, Judgement.DRIFT, Judgement.REVERSAL)


class Events:
    """Makes the events of one fact that its texts and files show."""

    def __init__(self, graph: MemoryGraph, fact: FactId, successors: tuple[FactId, ...]) -> None:
        self._graph = graph
        self._id = fact
        self._successors = successors
        self.biography = Biography(graph.history, fact)
        self.logs = Logs(graph, fact)

    def all(self) -> list[Dated]:
        """Return every event but references, in the order of the commits."""
        found = [event for turn in self.biography.turns for event in self._events(turn)]
        if all(event.kind is not EventKind.SUPERSEDED for _, event in found):
            found += self._told_successions()
        order = list(EventKind)
        return sorted(found, key=lambda dated: (dated[0], order.index(dated[1].kind)))

    def _events(self, turn: Turn) -> Iterator[Dated]:
        if not turn.after:
            yield self._lost(turn)
        elif not turn.held:
            yield self._came(turn)
        else:
            if turn.is_new(lambda places: main(places).text):
                yield turn.at, self._event(EventKind.CHANGED, turn, self._rewording(turn))
            for kind, detail in changes(turn):
                yield turn.at, self._event(kind, turn, detail)
        if turn.after and is_succeeded(turn):
            yield turn.at, self._event(EventKind.SUPERSEDED, turn, Succession(self._successors, in_footer=True))

    def _event(self, kind: EventKind, turn: Turn, detail: Detail | None) -> Event:
        path = main_path(turn.after or turn.held[0])
        return event(self._graph, kind, turn.at, self.logs.of_commit(turn.at), path, detail)

    def _came(self, turn: Turn) -> Dated:
        fact = main(turn.after)
        kind = EventKind.RETURNED if turn.before else EventKind.CREATED
        session = self.logs.of_commit(turn.at)
        if kind is EventKind.CREATED:
            session = self.logs.origin(fact.origin) or session
        path = main_path(turn.after)
        return turn.at, event(self._graph, kind, turn.at, session, path, Wording(redact(fact.text)))

    def _lost(self, turn: Turn) -> Dated:
        return turn.at, self._event(EventKind.LOST, turn, Departure(self.logs.farewell(), self._successors))

    def _rewording(self, turn: Turn) -> Rewording:
        old, judgement, record = self.biography.weigh(turn)
        judged = self.biography.judged(turn.at)
        late = judged is not None and _is_late(self._graph, judged)
        return rewording(old, main(turn.after).text, judgement, record, late=late)

    def _told_successions(self) -> Iterator[Dated]:
        for stem, successor in self.logs.successions():
            at = self.logs.commit(stem)
            detail = Succession((successor,) if successor else (), in_footer=False)
            session = self._graph.session(stem)
            yield at, event(self._graph, EventKind.SUPERSEDED, at, stem, session.path if session else None, detail)


def event(
    graph: MemoryGraph, kind: EventKind, at: int, session: Stem | None, path: str | None, detail: Detail | None
) -> Event:
    """Make an event of the commit at a position."""
    authored = graph.history.authored(at)
    day = Day(datetime.fromtimestamp(authored, UTC).date().isoformat()) if authored is not None else None
    return Event(kind, graph.history.commit_of(at), day, session, path, detail)


def unexplained_change(graph: MemoryGraph, judged: Judged) -> Event:
    """Make the event of a change that no log gives a reason for."""
    at = judged.change.at
    detail = rewording(judged.old, judged.new, judged.judgement, judged.record, late=_is_late(graph, judged))
    session = Logs(graph, judged.id).of_commit(at)
    return event(graph, EventKind.CHANGED, at, session, judged.change.path, detail)


def _is_late(graph: MemoryGraph, judged: Judged) -> bool:
    return judged.judgement in UNEXPLAINED and graph.recorded_late(judged)


def rewording(
    old: str, new: str, judgement: Judgement | None, record: str | None, *, late: bool, fields: tuple[str, ...] = ()
) -> Rewording:
    """Compare two texts, without the credentials in them."""
    old, new = redact(old), redact(new)
    return Rewording(old, new, word_changes(old, new), judgement, record, late, fields)
