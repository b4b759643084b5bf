"""A ledger that lost what it held."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.history import LedgerCut
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_FIX = "Bring the lines back byte for byte, and append behind them; a ledger only grows."


@check(Severity.ERROR, uses=(Evidence.LEDGER, Evidence.ANCHOR, Evidence.HISTORY))
def chain_truncated(graph: MemoryGraph) -> Iterator[Hit]:
    """The ledger of an earlier commit, or what a checkpoint saw, is no beginning of today's.

    ## What it finds
    A commit after which lines of the ledger were gone or different that stood in its parent, unless they
    stand today as they stood then. In a merge, every line of every parent must be there. A checkpoint
    beside the ledger, or a head that was saved elsewhere, that counts more lines than there are or other
    ones; a closed file that is shorter than the next one says, or gone. A rotated ledger is followed from
    file to file. What history, a checkpoint or a saved head does not tell is *not checked*.

    ## Why it matters
    A chain whose end was cut off is a whole chain. Only what somebody remembers of it tells that
    something is missing.

    ## How to fix
    Bring the lines back byte for byte, and append behind them. If a ledger had to be started anew, ignore
    this with the reason.
    """
    for log in graph.decision_logs:
        for seen in log.ledger.contradictions:
            place = Location(seen.path, seen.line, 1, seen.line)
            yield Hit(seen.path, place, seen.message, _FIX)
    for cut in graph.past.history.ledgers.cuts if graph.past else ():
        yield Hit(cut.path, Location(cut.path), _told(cut), _FIX, commit=graph.history.commit_of(cut.at))


def _told(cut: LedgerCut) -> str:
    lost = f"lost {cut.lost} line{'s' if cut.lost != 1 else ''} of it" if cut.lost else "changed their order"
    return f"the ledger is not what an earlier commit had: from line {cut.line} on a later one {lost}"
