"""A closed topic that does not say when."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import CLOSED, Layout, TopicState


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def closed_without_date(graph: TopicsGraph) -> Iterator[Hit]:
    """A topic is closed, and there is no time of closing, or an impossible one.

    ## What it finds
    Where the index is an object: a state whose status is closed, without `closedAt` or with one before
    `createdAt`. A topic that is open again keeps its `closedAt`; that is no finding.

    ## Why it matters
    The command that closes a topic writes both. A status without a time was written by hand, so that index,
    pointer and summary may not have followed.

    ## How to fix
    Close the topic with the command, or write when it was closed.
    """
    if graph.index.layout is not Layout.MANAGER:
        return
    for state in graph.states.values():
        wrong = _wrong(state) if state.status == CLOSED else ""
        if wrong:
            yield Hit(
                subject=state.topic,
                location=Location(state.path),
                message=f"{state.topic} is closed and {wrong}",
                fix="Write when it was closed, or close it with the command.",
            )


def _wrong(state: TopicState) -> str:
    closed, created = state.closed_at, state.created_at
    if closed is None:
        return "has no closedAt"
    if closed.instant and created and created.instant and closed.instant < created.instant:
        return f"closedAt {closed.text} is before createdAt {created.text}"
    return ""
