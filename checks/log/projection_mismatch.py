"""A list of decisions that is not what the ledger says."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity

if TYPE_CHECKING:
    from verify.graph.ledger import DecisionLog, Difference
    from verify.model.ledger import Projection

_SHOWN = 3


@check(Severity.ERROR, Severity.WARNING, uses=(Evidence.LEDGER,))
def projection_mismatch(graph: MemoryGraph) -> Iterator[Hit]:
    """A list of the active decisions differs from the ledger, or lags behind it.

    ## What it finds
    A comment `<!-- view: decisions | log: memory/ledger.jsonl | through: ID -->` on a line of its own, in a
    memory file that is no log. The list items of its section, behind it or else before it, have the form
    `- ID: text`; they must be the decisions that stood behind the entry `through`, each with its text as
    corrected by then. Order, line breaks and marks around the id do not count. A view that shows this, but
    would look otherwise with the later entries, is behind: a warning.

    ## Why it matters
    Agents read the list, not the ledger. A line that was edited there is a decision that nobody made.

    ## How to fix
    Write the list anew from the ledger. Decide in the ledger first, never in the list.
    """
    for view in graph.memory.projections:
        log = graph.decision_log(view.log, view.location.path)
        if view.view == "decisions" and (found := _compared(view, log)):
            yield Hit(
                subject=view.location.path,
                location=view.location,
                message=found[0],
                fix="Write the list anew from the ledger.",
                grade=found[1],
                rests_on=(Evidence.LEDGER,),
            )


def _compared(view: "Projection", log: "DecisionLog | None") -> tuple[str, int] | None:
    if log is None:
        return f"the list shows the log {view.log}, and there is none", 0
    through = log.find(view.through)
    if through is None:
        return f"the list goes up to {view.through}, which is no entry of {view.log}", 0
    if wrong := log.difference(view, through):
        return f"the list is not what stood behind {view.through}: {_told(wrong)}", 0
    if behind := log.difference(view, log.last):
        return f"the list ends at {view.through}; with the later entries, {_told(behind)}", 1
    return None


def _told(difference: "Difference") -> str:
    parts = (
        ("missing", difference.missing),
        ("not active", difference.extra),
        ("worded otherwise", difference.worded),
    )
    return "; ".join(f"{_some(names)} {what}" for what, names in parts if names)


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(name[:80] for name in names[:_SHOWN]) + more
