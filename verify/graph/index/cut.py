"""What of an index an agent reads at the start, and what it does not."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from verify.model.index import Entry, Link, Page, WikiLink

_AN_INDEX = 3
"""With fewer entries a file is a text that names files, and no index."""


@dataclass(frozen=True, slots=True)
class Cut:
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
    behind = [entry for entry in page.entries if first and (entry.location.end_line or 0) >= first]
    known = _linked_above(page, first, file_of) if behind else set()
    spared = [entry for entry in behind if entry.target and file_of(entry.target) in known]
    lost = tuple(entry for entry in behind if entry not in spared)
    left = [n for n in filled if first and n >= first] if not lost else []
    told = {number for entry in spared for number in _lines(entry)}
    only = next((number for number in left if number not in told), None)
    at = lost[0].location.line if lost else only
    return Cut(
        page, filled[-1] if filled else 0, max(ends[filled[-1]] if filled else 0, 0), at, lost, first is not None
    )


def _linked_above(page: Page, first: int | None, file_of: Callable[[Link | WikiLink], str | None]) -> set[str]:
    links: tuple[Link | WikiLink, ...] = (*page.links, *page.wiki_links)
    above = (file_of(link) for link in links if first and (link.location.end_line or 0) < first)
    return {path for path in above if path}


def _lines(entry: Entry) -> Iterator[int]:
    yield from range(entry.location.line, (entry.location.end_line or entry.location.line) + 1)
