"""An index that names what is not there."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR)
def dangling_index_entry(graph: IndexGraph) -> Iterator[Hit]:
    """An index links to a file that does not exist.

    ## What it finds
    A Markdown link of an index, in an entry or elsewhere, whose target is no file and no folder: seen from
    the index, from the store and from the root of the repository, with or without `.md`. The case of
    letters counts. Addresses of the web, anchors, patterns, templates such as `YYYY-MM-DD`, absolute paths
    of a machine, routes, links inside code and names in double brackets are left alone, and so is what git
    ignores: a private file that is absent by design.

    ## Why it matters
    The agent reads the index first and believes that it knows the rest by it. What the entry promises, it
    cannot load.

    ## How to fix
    Correct the target, bring the file back, or remove the entry.
    """
    for page in graph.indexes:
        for lost in graph.dangling(page):
            yield Hit(
                subject=lost.written,
                location=lost.location,
                message=f"the index links to {lost.written}, which does not exist{lost.hint}",
                fix="Correct the target, bring the file back, or remove the entry.",
                rests_on=(Evidence.FILES,),
            )
