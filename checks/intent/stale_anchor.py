"""A fact that names a file which is gone."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.WARNING, needs=Evidence.HISTORY)
def stale_anchor(graph: MemoryGraph) -> Iterator[Hit]:
    """A fact names in backticks a path that existed when it was written, and does not exist now.

    ## What it finds
    A live fact, neither done nor superseded, with a file or folder in backticks that stood in git when
    the text of the fact last changed, and that is gone in the checked state. What git never had at that
    path, such as a branch, a route, a pattern or a package, is no path; a lone word counts as a file only.
    Where git knows a new name, it is given.

    ## Why it matters
    The fact sends an agent to code that has moved on, and may no longer be true of it.

    ## How to fix
    Look at the code where it stands now, then correct the path, or the fact.
    """
    for stale in graph.stale_paths:
        fact = graph.intent.facts[stale.mention.fact]
        yield Hit(
            subject=fact.id,
            location=fact.location,
            message=f"{fact.id} names {stale.path}, which existed when it was written and is gone"
            + (f"; it is {stale.now} now" if stale.now else ""),
            fix="Look at the code where it stands now, then correct the path, or the fact.",
            related=(Related(stale.mention.location, "named here"),),
            rests_on=(Evidence.FILES,),
        )
