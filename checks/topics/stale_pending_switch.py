"""A switch that was committed."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.TOPICS)
def stale_pending_switch(graph: TopicsGraph) -> Iterator[Hit]:
    """Files that live while a switch is under way are tracked by git.

    ## What it finds
    A `pending-reset.json`, `next-topic.txt` or `.switch-lock` that git keeps. One finding a workspace names
    them all. A `pending-reset.json` that does not parse is named here and never as malformed; a title with
    a quotation mark is what breaks it. Files that are not tracked may be a switch under way. *Not checked*
    without git.

    ## Why it matters
    These files live for seconds. In every other checkout they start a switch that nobody asked for, or
    block one.

    ## How to fix
    Remove them from git, and name them in `.gitignore`.
    """
    pending = graph.workspace.pending
    if not pending.files:
        return
    committed = graph.committed_switch
    unchecked = graph.untold or None
    if committed or unchecked:
        yield Hit(
            subject=(committed or pending.files)[0],
            location=Location((committed or pending.files)[0]),
            message=f"committed, though it lives for seconds: {', '.join(committed)}{_garbled(graph)}",
            fix="Remove it from git, and name it in .gitignore.",
            unchecked=unchecked,
        )


def _garbled(graph: TopicsGraph) -> str:
    if not graph.workspace.pending.garbled:
        return ""
    quoted = any('"' in (entry.title or "") for entry in graph.index.entries)
    cause = ", as a title of the index holds a quotation mark" if quoted else ""
    return f"; {graph.workspace.pending.announced} does not parse{cause}"
