"""An index that is longer than what the agent reads of it."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Related, Severity


@check(Severity.ERROR, Severity.WARNING)
def index_past_the_cut(graph: IndexGraph, *, max_lines: int = 200, max_bytes: int = 25_000) -> Iterator[Hit]:
    """The agent stops reading the index before its end.

    ## What it finds
    An index with at least three entries, of which one stands behind the line or the byte where the agent
    stops reading (200 lines or 25,000 bytes, whichever comes first): an error that names the lost entries.
    A warning if only other text is lost. An entry whose file is also linked above the cut is not lost;
    blank lines at the end do not count.

    ## Why it matters
    The rest of the index is silently left out. Its memories exist, and the agent does not know of them.

    ## How to fix
    Shorten the entries, move details into the files, or put away what is no longer needed.
    """
    for page in graph.indexes:
        cut = graph.cut(page, max_lines, max_bytes)
        if cut and cut.line:
            lost = len(cut.lost)
            what = f"{lost} entries stand" if lost > 1 else "an entry stands" if lost else "text stands"
            yield Hit(
                subject=page.path,
                location=Location(page.path, cut.line, 1, cut.line),
                message=f"an agent reads {max_lines} lines or {max_bytes} bytes of an index, and {what} "
                f"behind that ({cut.lines} lines, {cut.size} bytes)",
                fix="Shorten the entries, move details into the files, or put away what is no longer needed.",
                related=tuple(Related(entry.location, entry.title) for entry in cut.lost),
                grade=0 if lost else 1,
            )
