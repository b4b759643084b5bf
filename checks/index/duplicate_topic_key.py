"""Two memories of one name."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Related, Severity


@check(Severity.ERROR)
def duplicate_topic_key(graph: IndexGraph) -> Iterator[Hit]:
    """Two memory files of a store go by the same name.

    ## What it finds
    Two memory files whose key is the same once case and separators (`-`, `_`, blanks) are folded. The key
    is the `name` of the front matter, else the path inside the store. Files of different stores are apart.

    ## Why it matters
    An agent that updates a memory by its name finds one of them, and the other goes on telling the old story.

    ## How to fix
    Merge the two, or give one of them another name.
    """
    for first, second in graph.namesakes:
        yield Hit(
            subject=second.path,
            location=Location(second.path),
            message=f"{second.path} goes by the same name as {first.path}",
            fix="Merge the two, or give one of them another name.",
            related=(Related(Location(first.path), "the other one"),),
        )
