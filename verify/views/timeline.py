"""The timeline of one fact, from the commits and logs that show it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from verify.graph import MemoryGraph
from verify.graph.stems import stem_of
from verify.model.event import Event, EventKind, References, Rewording
from verify.model.facts import Fact, Relation, Store
from verify.model.location import FactId, Stem
from verify.model.timeline import Standing, Timeline
from verify.views.events import Dated, Events, event


def timeline(graph: MemoryGraph, name: FactId) -> Timeline:
    """Return everything that happened to a fact. Raises LookupError without history."""
    facts = sorted(graph.by_id.get(name, ()), key=lambda fact: fact.store is Store.ARCHIVE)
    successors = tuple(sorted(_successors(graph).get(name, ())))
    events = Events(graph, name, successors)
    return Timeline(
        memory=graph.memory.path,
        id=name,
        kind=events.biography.kind,
        standing=_standing(facts),
        place=facts[0].location if facts else None,
        uses=graph.usage.uses(name),
        last_used=graph.usage.last_session(name),
        successors=successors,
        events=tuple(_with_references(graph, name, events, _without_twins(graph, events.all()))),
    )


def _standing(facts: Sequence[Fact]) -> Standing:
    if not facts:
        return Standing.GONE
    if facts[0].superseded:
        return Standing.SUPERSEDED
    return Standing.LIVE if facts[0].store is Store.LIVE else Standing.ARCHIVED


@lru_cache(maxsize=4)
def _successors(graph: MemoryGraph) -> Mapping[str, set[FactId]]:
    """Return what footers and logs say took the place of each fact."""
    new = ((link.target, link.source) for link in graph.links if link.relation is Relation.SUPERSEDES)
    old = ((link.source, link.target) for link in graph.links if link.relation is Relation.SUPERSEDED_BY)
    told = ((pair.old, pair.new) for session in graph.sessions for pair in session.supersessions)
    found: dict[str, set[FactId]] = {}
    for name, successor in (*new, *old, *told):
        if name and successor:
            found.setdefault(name, set()).add(FactId(successor))
    return found


def _without_twins(graph: MemoryGraph, dated: list[Dated]) -> list[Dated]:
    """Leave out what came the same way again on another branch."""
    kept: list[Dated] = []
    for at, one in dated:
        same = (other for other, twin in kept if _content(twin) == _content(one) and other != at)
        if all(graph.history.descent.descends(at, other) for other in same):
            kept.append((at, one))
    return kept


def _content(one: Event) -> tuple[object, ...]:
    return one.kind, one.path, one.detail


def _with_references(graph: MemoryGraph, name: FactId, events: Events, dated: list[Dated]) -> Iterator[Event]:
    """Put between the events the runs of sessions that name the fact, unless an event names them."""
    positions = [at for at, _ in dated]
    told = {stem for _, one in dated for stem in _named(one)}
    stems = (graph.sessions[position].stem for position in graph.usage.positions(name))
    used = sorted((events.logs.commit(stem), stem) for stem in stems if stem not in told)
    runs = {gap: list(run) for gap, run in groupby(used, key=lambda use: bisect_right(positions, use[0]))}
    for gap in range(len(dated) + 1):
        if gap in runs:
            yield _references(graph, runs[gap])
        if gap < len(dated):
            yield dated[gap][1]


def _named(one: Event) -> Iterator[Stem]:
    if one.session:
        yield one.session
    if isinstance(one.detail, Rewording) and one.detail.record:
        yield stem_of(one.detail.record)


def _references(graph: MemoryGraph, run: Sequence[tuple[int, Stem]]) -> Event:
    (at, first), (_, last) = run[0], run[-1]
    return event(graph, EventKind.REFERENCED, at, None, None, References(first, last, len(run)))
