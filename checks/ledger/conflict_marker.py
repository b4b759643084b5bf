"""A merge that was never finished."""

from collections.abc import Iterable, Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.memory import Document, Role
from verify.model.report import Hit, Severity

_LIVE = (Role.CONTINUITY, Role.VISION, Role.POLICY, Role.GUIDE)
_SIDES = ("<" * 7, "|" * 7, ">" * 7)
_ORDER = ("<" * 7, "=" * 7, ">" * 7)


@check(Severity.ERROR)
def conflict_marker(graph: MemoryGraph) -> Iterator[Hit]:
    """A file still holds the markers of a merge conflict.

    ## What it finds
    In a live file, outside code: a line of exactly seven `<`, `>` or `|`, followed by a space or the
    end of the line. A line of seven `=` counts only between the two, since Markdown underlines
    headings with it. In the archive and its index only the whole trio, in order, counts. Session logs
    quote such marks and are left alone. One finding a file, at the first marker.

    ## Why it matters
    An agent reads both sides of the conflict as truth.

    ## How to fix
    Decide between the two sides and remove the marker lines.
    """
    for document in graph.documents(*_LIVE, Role.ARCHIVE, Role.ARCHIVE_INDEX):
        markers = list(_markers(document))
        whole = _in_order([marker for _, marker in markers])
        sides = [number for number, marker in markers if marker in _SIDES]
        if sides and (whole or document.role in _LIVE):
            yield Hit(
                subject=document.path,
                location=Location(document.path, sides[0], 1, sides[0]),
                message="a marker of an unfinished merge stands here",
                fix="Decide between the two sides and remove the marker lines.",
            )


def _markers(document: Document) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(document.lines, 1):
        if line[:7] in {*_SIDES, *_ORDER} and line[7:8] in {"", " "} and number not in document.code:
            yield number, line[:7]


def _in_order(markers: Iterable[str]) -> bool:
    rest = iter(markers)
    return all(wanted in rest for wanted in _ORDER)
