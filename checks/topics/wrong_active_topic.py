"""A pointer to the wrong topic."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import ACTIVE, STATUSES, Layout


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.SWITCHES,))
def wrong_active_topic(graph: TopicsGraph) -> Iterator[Hit]:
    """A pointer names a topic that does not exist or is not active, or none although one is.

    ## What it finds
    `activeTopic` of the index names no topic, or one that is not active there; it is null although exactly
    one topic is active; `activeTopicId` of `active-state.json` differs from it. Where the index is an array
    there is only the second pointer, and it is held against the topics. Where all are null, as after the
    last topic was closed, nothing is wrong. Where two topics are active, a pointer to either, or null, is
    not named too.

    ## Why it matters
    The pointer decides which topic a new session loads, and where its exchanges are filed.

    ## How to fix
    Let both pointers name the active topic, or be null.
    """
    active = graph.workspace.active
    named = graph.index.active_topic
    if graph.index.layout is Layout.MANAGER:
        wrong = _wrong(graph, named)
        if wrong:
            yield _hit("activeTopic", graph.index.path, wrong)
        if active and active.named and active.active_topic != named and not _both_fit(graph, active.active_topic):
            said = f"is {active.active_topic or 'null'}, but activeTopic of the index is {named or 'null'}"
            yield _hit("activeTopicId", active.path, said)
    elif active and active.named and (wrong := _wrong(graph, active.active_topic)):
        yield _hit("activeTopicId", active.path, wrong)


def _wrong(graph: TopicsGraph, named: str | None) -> str:
    if named is None:
        one = graph.active[0].id if len(graph.active) == 1 else ""
        return f"is null, but {one} is active" if one else ""
    entry = graph.by_id.get(named)
    if entry is None:
        return f"is {named}, which is no topic of the index"
    doubtful = entry.status is None or entry.status not in STATUSES[graph.index.layout]
    return "" if doubtful or entry.status == ACTIVE else f"is {named}, which is {entry.status}"


def _both_fit(graph: TopicsGraph, other: str | None) -> bool:
    """Whether two topics are active, so that either pointer, or none, can be meant."""
    return len(graph.active) > 1 and (other is None or other in {entry.id for entry in graph.active})


def _hit(pointer: str, path: str, said: str) -> Hit:
    return Hit(
        subject=pointer,
        location=Location(path),
        message=f"{pointer} {said}",
        fix="Let both pointers name the active topic, or be null.",
    )
