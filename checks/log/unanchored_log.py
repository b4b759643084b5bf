"""A ledger whose end nobody vouches for."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.NOTE, uses=(Evidence.LEDGER,))
def unanchored_log(graph: MemoryGraph) -> Iterator[Hit]:
    """Nothing outside the ledger tells whether its end is still there.

    ## What it finds
    A ledger with no checkpoint beside it and no commit that holds it, or whose history could not be read.
    Its chain may be whole; whether it is complete is *not checked*.

    ## Why it matters
    Whoever can write every tracked file can drop the newest entries, or build the whole chain anew around
    other ones, and nothing in the file would show it. Only a size and a digest that are kept out of
    their reach do.

    ## How to fix
    Commit the ledger on a branch that only grows, put a `ledger.checkpoint` beside it on a protected
    branch, or let the build server keep size and digest of the last line.
    """
    for log in graph.unanchored_logs:
        why = graph.incomplete.get(Evidence.HISTORY, "no commit holds it")
        path, last = log.ledger.path, log.ledger.files[-1]
        yield Hit(
            subject=path,
            location=Location(last.path, max(last.size, 1)),
            message=f"nobody can tell whether {path} is whole, or built anew: no checkpoint is beside it, and {why}",
            fix="Commit the ledger, or keep a checkpoint of it where its writer cannot change it.",
        )
