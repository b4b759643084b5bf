"""A decision whose ground is gone."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.WARNING, uses=(Evidence.LEDGER,))
def stale_premise(graph: MemoryGraph) -> Iterator[Hit]:
    """An active decision rests on one that was reversed or superseded.

    ## What it finds
    A DECISION that stands and whose `depends_on` leads, over any number of decisions that stand, to one
    that ended. That root is named, once a decision. A `depends_on` that is no id of the ledger is a
    reason in words.

    ## Why it matters
    What a decision rested on is gone, and nobody looked whether it still holds.

    ## How to fix
    Look at it again: end it, or end it and decide anew on other grounds.
    """
    for log in graph.decision_logs:
        for stale in log.stale:
            yield Hit(
                subject=stale.decision.id,
                location=stale.decision.location,
                message=f"{stale.decision.id} stands and rests on {stale.root.id}, which {stale.by.id} ended",
                fix="Look whether it still holds; end it, or end it and decide anew.",
                related=(Related(stale.root.location, "the root"), Related(stale.by.location, "ended here")),
            )
