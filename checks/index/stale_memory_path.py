"""A memory that names a file which is gone."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY, needs=Evidence.HISTORY)
def stale_memory_path(graph: IndexGraph) -> Iterator[Hit]:
    """A memory file names in backticks a path that existed when the line was written, and does not exist now.

    ## What it finds
    A path in backticks, with a dot or a slash in it, that git had at the commit that brought the line, and
    that is gone in the checked state. What git never had is no path. Wrong where the memory tells of the
    very change.

    ## Why it matters
    The memory sends an agent to code that has moved on, and may no longer be true of it.

    ## How to fix
    Look at the code where it stands now, then correct the path, or the memory.
    """
    for stale in graph.stale_paths:
        now = f"; it is {stale.now} now" if stale.now else ""
        yield Hit(
            subject=stale.location.path,
            location=stale.location,
            message=f"{stale.written} existed when this line was written and is gone{now}",
            fix="Look at the code where it stands now, then correct the path, or the memory.",
            rests_on=(Evidence.FILES,),
        )
