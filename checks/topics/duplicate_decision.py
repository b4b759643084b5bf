"""One id for two decisions."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def duplicate_decision(graph: TopicsGraph) -> Iterator[Hit]:
    """Two decisions of a workspace have the same id.

    ## What it finds
    An id that stands twice in the states of a workspace, in one topic or in two; at the second, in the
    order of the index.

    ## Why it matters
    A link to the id can mean either. A decision that was copied with its topic stays in force there after
    the other was superseded.

    ## How to fix
    Remove the copy, or give it an id of its own.
    """
    for name, decisions in graph.decisions.by_id.items():
        if len(decisions) > 1:
            first, second = decisions[:2]
            yield Hit(
                subject=name,
                location=second.location,
                message=f"{name} is a decision of {first.topic} already"
                + (f"; it stands {len(decisions)} times in all" if len(decisions) > 2 else ""),
                fix="Remove the copy, or give it an id of its own.",
                related=(Related(first.location, "the first of this id"),),
            )
