"""What of an index an agent reads at the start, and what it does not."""

from collections.abc import Callable
from itertools import accumulate

from msgspec import Struct

from verify.model.index import Entry, Link, Page, WikiLink
from verify.model.location import Location

_AN_INDEX = 3
"""With fewer entries a file is a text that names files, and no index."""


class Cut(Struct, frozen=True):
    """An index against the limits: the lines and bytes that it fills, and what lies behind them.

    ``line`` is the first that is lost, None if there is none.
    """

    page: Page
    lines: int
    size: int
    line: int | None
    lost: tuple[Entry, ...]
    is_crossed: bool
    """Whether anything stands behind the limits, be it only what is linked above, too."""


def cut(page: Page, max_lines: int, max_bytes: int, file_of: Callable[[Link | WikiLink], str | None]) -> Cut | None:
    """Measure an index; None if it has too few entries to be one. Blank lines at its end do not count."""
    if len(page.entries) < _AN_INDEX:
        return None
    filled = [number for number, line in enumerate(page.lines, 1) if line.strip()]
    ends = list(accumulate((len(line.encode("utf-8", "surrogatepass")) + 1 for line in page.lines), initial=-1))
    first = next((n for n in filled if n > max_lines or ends[n] > max_bytes), None)
    behind = [e for e in page.entries if e.location.line > max_lines or ends[_last(e.location)] > max_bytes]
    known = _linked_above(page, first, file_of) if first and behind else set()
    spared = [entry for entry in behind if entry.target and file_of(entry.target) in known]
    told = {number for entry in spared for number in range(entry.location.line, _last(entry.location) + 1)}
    at = next((number for number in filled if first and number >= first and number not in told), None)
    lost = tuple(entry for entry in behind if entry not in spared)
    last = filled[-1] if filled else 0
    return Cut(page, last, max(ends[last], 0), at, lost, first is not None)


def _linked_above(page: Page, first: int, file_of: Callable[[Link | WikiLink], str | None]) -> set[str]:
    links: tuple[Link | WikiLink, ...] = (*page.links, *page.wiki_links)
    above = (file_of(link) for link in links if _last(link.location) < first)
    return {path for path in above if path}


def _last(location: Location) -> int:
    return location.end_line or location.line
