"""A memory inside the index."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph
from verify.model.report import Hit, Severity

_AN_INDEX = 10


@check(Severity.NOTE, tier=Tier.ADVISORY)
def body_in_index(graph: IndexGraph) -> Iterator[Hit]:
    """An item of an index holds a memory instead of a link to one.

    ## What it finds
    A list item without any link in an index that has at least ten entries. Wrong where a few rules are
    kept in the index so that every session reads them.

    ## Why it matters
    What stands in the index is paid for in every session, and is not found by its topic.

    ## How to fix
    Move it into a file, and leave an entry for that.
    """
    for page in graph.indexes:
        if len(page.entries) >= _AN_INDEX:
            for item in page.items:
                if not item.linked and not item.is_row:
                    yield Hit(
                        subject=page.path,
                        location=item.location,
                        message="an item of the index leads to no file",
                        fix="Move it into a file, and leave an entry for that.",
                    )
