"""Stories of done threads that stayed in the live store."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Checkbox
from verify.model.location import Location
from verify.model.memory import Role
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.POLICY)
def closed_thread_bloat(graph: MemoryGraph) -> Iterator[Hit]:
    """Done threads take up too many lines of the continuity file.

    ## What it finds
    More non-empty lines of checked items, open items inside them left out, than
    `closed_narrative_max_lines` (`memory/decay-policy.md`, default 150).

    ## Why it matters
    The story of a done thread stands in the log of its session. Told again in the live store it is read
    at every start, by everyone.

    ## How to fix
    Condense each done thread to a few lines that point to its log.
    """
    for document in graph.documents(Role.CONTINUITY):
        done = [thread for thread in document.threads if thread.checkbox is Checkbox.DONE]
        lines, limit = sum(thread.lines for thread in done), graph.windows.closed_narrative_max_lines
        if lines > limit:
            first = done[0].block.line
            yield Hit(
                subject=document.path,
                location=Location(document.path, first, 1, first),
                message=f"{lines} lines of done threads (closed_narrative_max_lines {limit})",
                fix="Condense each done thread to a few lines that point to its log.",
            )
