"""A memory that no index leads to."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING)
def unreachable_memory(graph: IndexGraph) -> Iterator[Hit]:
    """A memory file that the agent never learns of, since the index does not lead to it.

    ## What it finds
    A file of the store that the index does not reach, through any number of other files: by a link, by its
    name in double brackets, by its file name, or by its stem if that has a `-` or `_`, in a sentence, a
    cell or inline code. Daily notes, `README.md`, `INDEX.md`, `_index.md`, what is archived, templates,
    and what git ignores need no entry. Where the index is only a text, and in stores whose files are all
    listed to the agent (Serena, memory banks), nothing is unreachable.

    ## Why it matters
    What no index names is as good as forgotten, and is written a second time.

    ## How to fix
    Add an entry for it, or move it to `archive/`.
    """
    for page in graph.unreachable:
        yield Hit(
            subject=page.path,
            location=Location(page.path),
            message=f"no index leads to {page.path}",
            fix="Add an entry for it, or move it to archive/.",
            rests_on=(Evidence.FILES,),
        )
