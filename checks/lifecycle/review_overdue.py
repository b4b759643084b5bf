"""A review that is due."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.POLICY)
def review_overdue(graph: MemoryGraph) -> Iterator[Hit]:
    """Too many sessions passed since the last review.

    ## What it finds
    At least `review_every` sessions (`memory/decay-policy.md`, default 10) newer than the session that
    `last_review` went through, written `DATE | through STEM` or `DATE (through STEM.md)`; without a stem
    its date counts, without a review all sessions do.

    ## Why it matters
    Facts fade, are archived and are counted in the review only.

    ## How to fix
    Run the review and set `last_review`.
    """
    count, limit = graph.sessions_beyond("last_review"), graph.windows.review_every
    if count >= limit:
        yield Hit(
            subject="last_review",
            location=graph.state_place("last_review"),
            message=f"{count} sessions since the last review (review_every {limit})",
            fix="Run the review and set last_review.",
            rests_on=(Evidence.FACTS,),
        )
