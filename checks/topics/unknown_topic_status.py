"""A status that no tool knows."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import STATUSES


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def unknown_topic_status(graph: TopicsGraph) -> Iterator[Hit]:
    """A topic has a status outside the words of its layout.

    ## What it finds
    A status other than active, paged or closed where the index is an object, and other than active, paged
    or archived where it is an array; case matters. The index is named, and the state only where the index
    is in order.

    ## Why it matters
    Tools compare the word. A topic whose status they do not know is neither loaded nor listed as closed.

    ## How to fix
    Write the status that the topic has.
    """
    known = STATUSES[graph.index.layout]
    for entry in graph.index.entries:
        state = graph.states.get(entry.id)
        place, status = entry.location, entry.status
        if status in known and state:
            place, status = Location(state.path), state.status
        if status and status not in known:
            yield Hit(
                subject=entry.id,
                location=place,
                message=f"the topic {entry.id} has the status {status!r}, which is none of {', '.join(known)}",
                fix=f"Write one of {', '.join(known)}.",
            )
