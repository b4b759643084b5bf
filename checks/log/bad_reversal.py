"""An entry that ends nothing."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, uses=(Evidence.LEDGER,))
def bad_reversal(graph: MemoryGraph) -> Iterator[Hit]:
    """A REVERSAL or SUPERSEDE names no earlier entry that stands, or gives no reason.

    ## What it finds
    A `ref` that is null, is the id of no entry, of a later entry or of the entry itself, or of one that
    had ended already; a `reason` that is missing or blank. One that ends a REVERSAL brings nothing back:
    what is wanted again is decided anew. Where a line of the ledger is malformed nothing is said not to
    exist.

    ## Why it matters
    Readers take the old decision for ended, or for standing, as they happen to read it. Without the reason
    the next agent may make the same mistake again.

    ## How to fix
    A ledger only grows: append an entry that names the right one, with its reason. Ignore the old one
    with a reason.
    """
    for log in graph.decision_logs:
        for placed, refusal, other in log.refused:
            entry = placed.entry
            named = f" ({entry.ref})" if entry.ref and not refusal.unreasoned else ""
            yield Hit(
                subject=placed.id,
                location=placed.location,
                message=f"the {entry.type.value} {placed.id} {refusal.kind.value}{named}",
                fix="Write the reason into a log." if refusal.unreasoned else "Append one that names an earlier entry.",
                related=(Related(other.location, "what ended it"),) if other else (),
                rests_on=(Evidence.LEDGER,) if refusal.absent else (),
            )
