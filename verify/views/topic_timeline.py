"""The timelines of one topic or decision of a workspace, and its decisions that were rewritten."""

from collections.abc import Iterator

from verify.graph.topics import TopicPast, TopicsGraph
from verify.graph.topics.decisions import Decisions
from verify.model.event import EventKind
from verify.model.facts import NodeKind
from verify.model.location import FactId
from verify.model.timeline import Standing, Timeline, Unexplained, Use
from verify.views.decision_events import decision_events, rewritten
from verify.views.topic_events import topic_event, topic_events

_STANDINGS = {
    "active": Standing.ACTIVE,
    "paged": Standing.PAGED,
    "closed": Standing.CLOSED,
    "archived": Standing.ARCHIVED,
}


def topic_timelines(graph: TopicsGraph, past: TopicPast, name: FactId) -> Iterator[Timeline]:
    """Yield the life of what has this id: a topic, or a decision."""
    if name in past.topics:
        yield _topic(graph, past, name)
    if name in past.decisions:
        yield _decision(graph, past, name)


def _topic(graph: TopicsGraph, past: TopicPast, name: FactId) -> Timeline:
    entry = graph.by_id.get(name)
    return Timeline(
        memory=graph.workspace.root or ".",
        id=name,
        kind=NodeKind.TOPIC,
        standing=_STANDINGS.get(entry.status or "", Standing.LIVE) if entry else Standing.GONE,
        place=entry.location if entry else None,
        uses=sum(1 for _ in graph.exchanges.places(name)),
        last_used=None,
        successors=(),
        events=tuple(topic_events(graph, past.history, name)),
        used_by=Use.EXCHANGE,
    )


def _decision(graph: TopicsGraph, past: TopicPast, name: FactId) -> Timeline:
    here = next(iter(graph.decisions.by_id.get(name, ())), None)
    standing = Standing.GONE if here is None else Standing.LIVE if here.in_force else Standing.SUPERSEDED
    resting = {d.id for d in graph.decisions.all if Decisions.depends_on(d) == name and d.id != name}
    return Timeline(
        memory=graph.workspace.root or ".",
        id=name,
        kind=NodeKind.DECISION,
        standing=standing,
        place=here.location if here else None,
        uses=len(resting),
        last_used=None,
        successors=(FactId(here.superseded_by),) if here and here.superseded_by else (),
        events=tuple(decision_events(past.history, name)),
        used_by=Use.DECISION,
    )


def rewritten_decisions(graph: TopicsGraph, past: TopicPast, name: FactId | None = None) -> Iterator[Unexplained]:
    """Yield each change of a decision that was taken, by id; of one only, if it is named."""
    commits = {commit.id: commit for commit in past.history.commits}
    found = [told for told in past.rewritings(graph.decisions.by_id.keys()) if told.changed]
    for told in sorted(found, key=lambda told: told.decision.id):
        if name in {None, told.decision.id}:
            detail = rewritten(told.before, told.decision, told.changed)
            event = topic_event(commits[told.commit], EventKind.CHANGED, told.path, detail)
            memory = graph.workspace.root or "."
            yield Unexplained(memory, FactId(told.decision.id), NodeKind.DECISION, event)
