"""A live fact that should have faded."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.POLICY)
def overdue(graph: MemoryGraph) -> Iterator[Hit]:
    """A live fact was not used for longer than the archive window.

    ## What it finds
    A live fact that the last `archive_window` sessions (`memory/decay-policy.md`, default 20) did not
    reference, although an earlier one did. Core facts, invariants, visions, superseded facts and
    whatever hangs on an unchecked box never fade; a fact that no session ever referenced has nothing to
    count from.

    ## Why it matters
    The live store is read at every start. What nobody uses crowds out what is in use.

    ## How to fix
    Move the fact to the archive at the next review; if it is still needed, reference it in a session.
    """
    window = graph.windows.archive_window
    for fact in graph.overdue:
        since = graph.usage.sessions_since(fact.id)
        yield Hit(
            subject=fact.id,
            location=fact.location,
            message=f"{fact.id} was last used {since} sessions back (archive_window {window})",
            fix="Archive it at the next review, or reference it in a session if it is still needed.",
            rests_on=(Evidence.SESSIONS,),
        )
