"""One memory with two entries."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Hit, Related, Severity


@check(Severity.WARNING)
def duplicate_index_entry(graph: IndexGraph) -> Iterator[Hit]:
    """Two entries of an index lead to the same file.

    ## What it finds
    A list item or table row that begins with a link to a file to which an earlier entry of the same index
    leads already, with the same anchor or with none in both. Links in the text of another entry do not count.

    ## Why it matters
    Two lines that describe one memory drift apart, and each takes room that another entry needs.

    ## How to fix
    Keep one of them, or point each to its own part of the file.
    """
    for page in graph.indexes:
        for first, second, path in graph.repeated_entries(page):
            yield Hit(
                subject=path,
                location=second.location,
                message=f"a second entry leads to {path}",
                fix="Keep one of them, or point each to its own part of the file.",
                related=(Related(first.location, "the first entry"),),
            )
