"""A memory bank with a gap."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.NOTE)
def missing_core_file(graph: IndexGraph) -> Iterator[Hit]:
    """A memory bank lacks one of the files that the agent is told to read.

    ## What it finds
    A bank with at least four of `projectbrief`, `productContext`, `activeContext`, `systemPatterns`,
    `techContext` and `progress` that lacks the rest. With `decisionLog` (Roo Code) `techContext` and
    `projectbrief` are not wanted. Banks of another shape are left alone.

    ## Why it matters
    The agent reads all core files at the start of a task, and goes without what the missing one would say.

    ## How to fix
    Write it, if only with a line that says where its content stands.
    """
    if missing := graph.missing_core_files:
        yield Hit(
            subject=graph.path,
            location=None,
            message=f"{graph.path} lacks {', '.join(missing)}",
            fix="Write it, if only with a line that says where its content stands.",
            rests_on=(Evidence.FILES,),
        )
