"""Work on what was finished or given up before."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.HISTORY)
def serves_closed_gap(graph: MemoryGraph) -> Iterator[Hit]:
    """A commit serves a blueprint that was done, or a vision that was superseded, before it.

    ## What it finds
    A commit whose trailer `Serves:` names a blueprint with a ticked box, or a vision whose footer says
    superseded, as both read in the parent of the commit; of a merge, in every parent that had it. A
    commit that opens the blueprint again is in order.

    ## Why it matters
    Work goes where nobody needs it any more, or the gap was closed too early.

    ## How to fix
    Open the blueprint again with a reason, or name the gap that the work serves now.
    """
    for claimed in graph.history.claims:
        was = claimed.closed_before
        if claimed.claim.key == "serves" and was:
            commit = graph.history.commit_of(claimed.claim.at)
            yield Hit(
                subject=commit or "",
                location=None,
                message=f"the commit serves {claimed.claim.target}, a {was.value} that was closed before",
                fix="Open the blueprint again with a reason, or name the gap that the work serves now.",
                commit=commit,
            )
