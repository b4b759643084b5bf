"""The newest log, changed long after it was written."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import Alteration, MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_DONE = {
    Alteration.REWRITTEN: "lost or changed committed lines",
    Alteration.RENAMED: "got another name",
}


@check(Severity.WARNING, needs=Evidence.HISTORY)
def amended_session(graph: MemoryGraph) -> Iterator[Hit]:
    """Committed lines of the newest log were changed, or a log was renamed.

    ## What it finds
    A log, newest in the parent of the commit, whose committed lines were changed or removed more than
    twelve hours after the time in its name; any log that got another name with the same content. Adding
    lines to the newest log is normal.

    ## Why it matters
    The log of a session is written when it ends. What is changed a day later is memory, not record.

    ## How to fix
    Put the lines back, and write what changed into the next log.
    """
    for altered in graph.history.session_changes:
        amended = not altered.closed and altered.alteration is Alteration.REWRITTEN
        if amended or altered.alteration is Alteration.RENAMED:
            yield Hit(
                subject=altered.stem,
                location=Location(altered.path),
                message=f"the log {altered.stem} {_DONE[altered.alteration]} after it was committed",
                fix="Put it back as it was, and write what changed into the next log.",
                commit=graph.history.commit_of(altered.at),
            )
