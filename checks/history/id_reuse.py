"""An id that came back with another meaning."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, needs=Evidence.HISTORY)
def id_reuse(graph: MemoryGraph) -> Iterator[Hit]:
    """An id that had ended stands for something else now.

    ## What it finds
    An id that had left the live store and the archive, or was archived as superseded, and that a later
    commit brings back with a different text, while no session names it under `Reactivated`.

    ## Why it matters
    Old logs and links that name the id seem to speak of the new fact.

    ## How to fix
    Give the new fact an id of its own, or record `Reactivated: ID` if it is the old one.
    """
    reactivated = {m.token for s in graph.sessions for m in s.mentions if "reactivated" in m.verb}
    for change in graph.history.returns:
        if change.after and change.after.id not in reactivated:
            yield Hit(
                subject=change.after.id,
                location=graph.place_of(change),
                message=f"{change.after.id} had ended, and came back with another text",
                fix="Give the new fact an id of its own, or record `Reactivated: ID`.",
                commit=graph.history.commit_of(change.at),
            )
