"""The daily notes of a store: their dates and their sections."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from datetime import date, timedelta

from msgspec import Struct

from verify.model.index import Heading, Page
from verify.model.location import Day, Location

_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_SHORT = 3
_DAY = timedelta(days=1)


class Misdated(Struct, frozen=True):
    """A note whose date cannot be right, and why."""

    page: Page
    location: Location
    reason: str


def misdated(
    notes: Sequence[Page], today: Day | None, committed: Callable[[Sequence[str]], Set[str]]
) -> Iterator[Misdated]:
    """Yield the notes whose date is none, is not that of the heading, or lies in the future."""
    ahead = [note.path for note in notes if today and _is_ahead(note, today)]
    early = committed(ahead) if ahead else frozenset()
    for note in notes:
        named = note.name[:10]
        title = next((heading for heading in note.headings if heading.level == 1), None)
        dates = _DATE.findall(title.text) if title else []
        day = _day(named)
        if day is None:
            yield Misdated(note, Location(note.path), f"is named after {named}, which is no day")
        elif title and dates and named not in dates:
            yield Misdated(note, title.location, f"is about {dates[0]} by its heading")
        elif note.path in early:
            yield Misdated(note, Location(note.path), f"is named after a day to come; it was {today} when committed")


def _is_ahead(note: Page, today: Day) -> bool:
    day = _day(note.name[:10])
    return day is not None and day - date.fromisoformat(today) > _DAY


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def repeated_section(note: Page) -> tuple[Heading, Heading] | None:
    """Return the first heading whose text stood there before, word for word, after that of the first time."""
    seen: dict[tuple[str, ...], Heading] = {}
    ends = [*(heading.location.line - 1 for heading in note.headings[1:]), len(note.lines)]
    for heading, end in zip(note.headings, ends, strict=True):
        section = tuple(line.rstrip() for line in note.lines[heading.location.line - 1 : end] if line.strip())
        if len(section) < _SHORT:
            continue
        first = seen.setdefault(section, heading)
        if first is not heading:
            return first, heading
    return None
