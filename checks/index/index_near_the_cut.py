"""An index that will soon be longer than what the agent reads of it."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity

_SHARE = 80


@check(Severity.NOTE, options_of="index-past-the-cut")
def index_near_the_cut(graph: IndexGraph, *, max_lines: int = 200, max_bytes: int = 25_000) -> Iterator[Hit]:
    """The index fills more than four fifths of what the agent reads of it.

    ## What it finds
    An index with at least three entries and more than 80 % of 200 lines or of 25,000 bytes, blank lines at
    its end aside, of which nothing is lost yet. Limits that are set for `index-past-the-cut` hold here, too.

    ## Why it matters
    The next entries may fall behind the cut, and nobody will notice.

    ## How to fix
    Shorten the entries, or move details into the files.
    """
    for page in graph.indexes:
        cut = graph.cut(page, max_lines, max_bytes)
        near = cut and (cut.lines * 100 > max_lines * _SHARE or cut.size * 100 > max_bytes * _SHARE)
        if cut and near and not cut.is_crossed:
            yield Hit(
                subject=page.path,
                location=Location(page.path),
                message=f"the index fills {cut.lines} of {max_lines} lines and {cut.size} of {max_bytes} bytes",
                fix="Shorten the entries, or move details into the files.",
            )
