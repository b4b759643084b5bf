"""A decision without a reason."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity

if TYPE_CHECKING:
    from verify.graph.ledger import Placed


@check(Severity.WARNING, uses=(Evidence.LEDGER,))
def missing_rationale(graph: MemoryGraph) -> Iterator[Hit]:
    """A DECISION of the ledger gives no reason, or names a session that does not exist.

    ## What it finds
    A DECISION whose `because` is missing or blank, also one that ended since. A `session` that is the stem
    of no log; the folder and `.md` do not count. Without `session` nothing is missing.

    ## Why it matters
    A decision can be questioned, or kept, only by whoever knows what it rested on.

    ## How to fix
    A ledger only grows: write the reason into a log, and ignore the old entry with that as the reason. Or
    end it, and decide anew with a reason.
    """
    for log in graph.decision_logs:
        for placed in log.decisions:
            if not placed.entry.reasoned:
                yield _hit(placed, f"the decision {placed.id} does not say why", ())
            elif placed.entry.session is not None and not graph.session(_stem(placed.entry.session)):
                message = f"the decision {placed.id} names the session {placed.entry.session}, and there is none"
                yield _hit(placed, message, (Evidence.SESSIONS,))


def _stem(session: str) -> str:
    return session.strip().rpartition("/")[2].removesuffix(".md")


def _hit(placed: "Placed", message: str, rests_on: tuple[Evidence, ...]) -> Hit:
    fix = "End it and decide anew with a reason, or write the reason into a log and ignore this."
    return Hit(placed.id, placed.location, message, fix, rests_on=rests_on)
