"""A memory file that links to what is not there."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING)
def dangling_memory_link(graph: IndexGraph) -> Iterator[Hit]:
    """A memory file or a daily note links to a file that does not exist.

    ## What it finds
    A Markdown link whose target is no file and no folder, by the rules of `dangling-index-entry`. In
    Serena's memories also inline code that is `mem:NAME` and nothing else, where the store has no file of
    this name; `mem:global/...`, names in capitals and patterns are left alone. Links in an open task
    (`- [ ]`) are left alone, too: they may name what is yet to be written.

    ## Why it matters
    A memory that points into the void sends the agent to look for what it will not find, or lets it invent
    what stood there.

    ## How to fix
    Correct the target, bring the file back, or remove the link.
    """
    for lost in graph.lost_links:
        yield Hit(
            subject=lost.written,
            location=lost.location,
            message=f"{lost.location.path} links to {lost.written}, which does not exist{lost.hint}",
            fix="Correct the target, bring the file back, or remove the link.",
            rests_on=(Evidence.FILES,),
        )
