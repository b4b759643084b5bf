"""A chain that does not fit."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_MERGE = "Name both heads in a MERGE entry."
_RESTORE = "Take the file from the newest commit in which the chain was whole, and append again what came later."


@check(Severity.ERROR, uses=(Evidence.LEDGER,))
def chain_break(graph: MemoryGraph) -> Iterator[Hit]:
    """An entry of the ledger does not follow from the line before it.

    ## What it finds
    The first line whose `prev` is not the recomputed digest of an earlier line, or whose `seq` is not one
    more than that line's; told is how it came about. *Altered*: the line before it was changed.
    *Deleted*: numbers are missing. *Inserted*: a later line follows the one before it, it repeats a line,
    or it stands behind the ROTATE that closed the file. *Reordered*: its `prev` names a later line.
    *Forked*: two branches, and no MERGE entry that names both. *Genesis*: the first entry does not belong
    to this header, or the header does not continue the file that was closed. From a malformed line on,
    the chain is *not checked*.

    ## Why it matters
    A chain that is whole cannot have been changed in the middle. Whether its end is still there it does
    not tell: see `chain-truncated`.

    ## How to fix
    Take the file from the newest commit in which the chain was whole, and append again what came later.
    After a merge that kept two branches, append a MERGE entry that names both heads.
    """
    for log in graph.decision_logs:
        if log.ledger.divergence:
            path, found = log.ledger.divergence
            yield Hit(
                subject=path,
                location=Location(path, found.line, 1, found.line),
                message=f"the chain does not fit at line {found.line} ({found.kind.value}): {found.message}",
                fix=_MERGE if found.forked else _RESTORE,
            )
