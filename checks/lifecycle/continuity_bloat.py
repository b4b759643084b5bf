"""A live store that grew over its budget."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.memory import Role
from verify.model.report import Evidence, Hit, Severity

_FIX = "Archive what has faded at the next review, or raise the budget in decay-policy.md."


@check(Severity.WARNING, needs=Evidence.POLICY)
def continuity_bloat(graph: MemoryGraph) -> Iterator[Hit]:
    """The continuity file holds more facts or lines than its budget.

    ## What it finds
    More live facts that can fade than `continuity_max_facts` (default 30), and more lines than
    `continuity_max_lines` (default 600): two findings. Core facts, invariants, visions and what hangs on
    an unchecked box do not count, and neither do footers quoted in code. If nothing could be archived
    now the message says so.

    ## Why it matters
    The file is read at every start; what does not fit into attention is not read.

    ## How to fix
    Archive what has faded; if nothing has, condense, or raise the budget.
    """
    for document in graph.documents(Role.CONTINUITY):
        place = Location(document.path)
        facts = sum(1 for fact in graph.fading_or_superseded if not fact.pinned)
        if facts > graph.windows.continuity_max_facts:
            message = f"{facts} fading facts (continuity_max_facts {graph.windows.continuity_max_facts})"
            yield Hit(document.path, place, message, _FIX)
        lines = len(document.lines) - (document.lines[-1] == "")
        if lines > graph.windows.continuity_max_lines:
            message = f"{lines} lines (continuity_max_lines {graph.windows.continuity_max_lines}){_remark(graph)}"
            yield Hit(document.path, place, message, _FIX)


def _remark(graph: MemoryGraph) -> str:
    archivable = graph.overdue or any(fact.superseded for fact in graph.live)
    return "" if archivable else "; nothing is archivable now, so condense instead"
