"""An invariant that quietly lost its rank."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Store
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, needs=Evidence.HISTORY)
def demoted_invariant(graph: MemoryGraph) -> Iterator[Hit]:
    """An invariant became a plain fact, or went to the archive, and nothing says why.

    ## What it finds
    An id that had the tier core or stood under *Architectural Invariants*, and after a commit has
    neither any more or is archived, without being superseded and without a log that records it, as
    decision-drift defines it. One that is an invariant again is none.

    ## Why it matters
    Invariants never fade. One that is filed as a plain fact will be archived one day, and nobody will
    have decided it.

    ## How to fix
    Put it back, or record in a session why it is no invariant any more.
    """
    for change in graph.history.demotions:
        if change.after:
            gone = "was archived" if change.after.store is Store.ARCHIVE else "is an invariant no more"
            yield Hit(
                subject=change.after.id,
                location=graph.place_of(change),
                message=f"{change.after.id} {gone} and no log says why",
                fix="Put it back, or record why it is no invariant any more.",
                commit=graph.history.commit_of(change.at),
            )
