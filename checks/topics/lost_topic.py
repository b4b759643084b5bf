"""A topic that left the index."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, needs=Evidence.HISTORY, uses=(Evidence.TOPICS,))
def lost_topic(graph: TopicsGraph) -> Iterator[Hit]:
    """The index listed a topic at some commit, and does not list it now.

    ## What it finds
    An id that some earlier version of the index has and today's lacks, with the commit that took it out. A
    merge loses what every one of its parents that ever had it still holds. The exchanges that went with the
    topic are not named one by one.

    ## Why it matters
    No command deletes a topic: it is paged or closed. One that is gone from the index is never offered
    again, with all its decisions.

    ## How to fix
    Bring the entry and the files of the topic back from the commit before.
    """
    if graph.past is None:
        return
    for loss in graph.past.lost_topics(graph.by_id.keys()):
        yield Hit(
            subject=loss.id,
            location=Location(loss.path) if loss.commit is None else None,
            message=f"the topic {loss.id} left the index",
            fix="Bring its entry and its files back from the commit before.",
            commit=loss.commit,
            rests_on=(Evidence.TOPICS,),
        )
