"""A closed log that was changed."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import Alteration, MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_DONE = {
    Alteration.REWRITTEN: "rewritten after a newer one had been committed",
    Alteration.DELETED: "deleted",
}


@check(Severity.ERROR, needs=Evidence.HISTORY)
def rewritten_session(graph: MemoryGraph) -> Iterator[Hit]:
    """A committed session log was changed or deleted after a newer one had been committed.

    ## What it finds
    A log that a commit changed although its parent already had a newer log, or that it deleted. Not
    found are: text replaced by `(REDACTED)`, changes of HTML comments only, a stub written by a hook
    that was filled in, and any change within twelve hours of the time in the log's name. A log that only
    got another name is amended-session's.

    ## Why it matters
    Logs are the record that everything else is counted from. A log that can be rewritten proves nothing.

    ## How to fix
    Put the log back as it was, and write what is to be added into the next one. If the change was
    right, ignore it in the configuration with the reason.
    """
    for altered in graph.history.session_changes:
        rewritten = altered.closed and altered.alteration is Alteration.REWRITTEN
        if rewritten or altered.alteration is Alteration.DELETED:
            yield Hit(
                subject=altered.stem,
                location=Location(altered.path),
                message=f"the log {altered.stem} was {_DONE[altered.alteration]}",
                fix="Put it back as it was, and write the rest into the next log.",
                commit=graph.history.commit_of(altered.at),
            )
