"""A decision that was made twice."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, uses=(Evidence.LEDGER,))
def silent_reversal(graph: MemoryGraph) -> Iterator[Hit]:
    """A topic was decided again, differently, and the old decision was never ended.

    ## What it finds
    A DECISION on a `topic` that has an active decision with another text. White space does not count, and
    a corrected text counts as it was corrected. A decision without a topic is compared with nothing.
    Where a line of the ledger is malformed it is *not checked*: that line may have ended the old one.

    ## Why it matters
    Two decisions stand, and they contradict each other. Whoever made the second one may not have known
    of the first.

    ## How to fix
    Append a SUPERSEDE or REVERSAL of the old decision with the reason, and then the new decision again.
    """
    for log in graph.decision_logs:
        for placed, active in log.silent:
            yield Hit(
                subject=placed.id,
                location=placed.location,
                message=f"{placed.id} decides on {placed.entry.topic}, and {active.id} says something else and stands",
                fix=f"Append a SUPERSEDE of {active.id} with the reason, then the decision again.",
                related=(Related(active.location, "this one stands"),),
                rests_on=(Evidence.LEDGER,),
            )
