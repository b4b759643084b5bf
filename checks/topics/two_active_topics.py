"""More than one active topic."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, needs=Evidence.TOPICS)
def two_active_topics(graph: TopicsGraph) -> Iterator[Hit]:
    """More than one topic of the index is active.

    ## What it finds
    Two or more topics with the status active. One finding a workspace, at the first of them that the
    pointer does not name.

    ## Why it matters
    Scripts take the first active topic that they meet, whatever the pointer says. What is said from then on
    is filed with the wrong topic, and nobody is told.

    ## How to fix
    Page all but the topic that is really active.
    """
    active = graph.active
    if len(active) < 2:
        return
    first = next((entry for entry in active if entry.id != graph.pointer), active[0])
    yield Hit(
        subject=first.id,
        location=first.location,
        message=f"{len(active)} topics are active; scripts take the first, {active[0].id}",
        fix="Page all but the one that is really active.",
        related=tuple(Related(entry.location, entry.id) for entry in active),
    )
