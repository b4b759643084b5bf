"""A memory that is not what was sealed."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_FIX = "If it was meant, say why in a log and seal again: `verify log seal`; else put it back."


@check(Severity.ERROR, Severity.WARNING, uses=(Evidence.LEDGER,))
def unsealed_change(graph: MemoryGraph) -> Iterator[Hit]:
    """A fact or file of a sealed memory is not what the newest seal says.

    ## What it finds
    A fact whose block differs from the newest SEAL of the ledger and its manifest, `ledger.seal`: *altered*,
    *removed*, *inserted*, *swapped* with another one, *moved* to another section, file or id, or *replayed*
    from a version that history had before. One finding a fact; a file is told only where none of its facts
    is. A manifest that is gone, or is not what was sealed; then nothing else is compared. A whole store that
    was *rolled back* behind a head that was saved, or behind the checkpoint. Only the Markdown files that
    are read as memory count. With a head or a checkpoint it is an error: the seal itself is vouched for
    then. A memory that was never sealed passes.

    ## Why it matters
    Between two seals nobody has looked at what changed. What an agent, a script or a merge did to the memory
    in between looks like what was decided.

    ## How to fix
    Seal at the end of a session, after a look at what `verify log seal` lists. What nobody meant to change
    belongs back, byte for byte.
    """
    for found in graph.unsealed:
        yield Hit(
            subject=found.subject,
            location=Location(found.path, found.line),
            message=f"{found.message} since the newest seal" if found.compared else found.message,
            fix=_FIX,
            grade=0 if found.anchored else 1,
            rests_on=(Evidence.LEDGER, *((Evidence.FILES,) if found.absent else ())),
        )
