"""Footers: ``<!-- id: X | key: value | ... -->``; a field that cannot be read is None."""

import re
from datetime import date

from verify.model.location import Day, Location
from verify.model.memory import Footer, Tier
from verify.readers.inline import Comment
from verify.readers.markdown import Placed

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_COUNT = re.compile(r"\d{1,9}", re.ASCII)
_TIERS = {tier.value: tier for tier in Tier}
ID_KEYS = ("supersedes", "superseded-by", "serves", "realizes", "depends-on")


def parse_footer(path: str, placed: Placed, lines: list[str], behind: int) -> Footer:
    """Read one footer; ``behind`` is the column (from 0) where the search for it on its line begins."""
    comment = placed.comment
    parts = _body(comment).split("|")
    fields = [part.partition(":") for part in parts[1:]]
    column = max(lines[placed.line].find(comment.text.partition("\n")[0], behind), 0)
    return Footer(
        id=parts[0].partition(":")[2].strip(),
        fields=tuple((key.strip(), value.strip()) for key, colon, value in fields if colon),
        location=comment_location(path, placed.line, column),
        closed=comment.closed,
    )


def comment_location(path: str, line: int, column: int) -> Location:
    """Return the place of something on one line, both counted from 0."""
    return Location(path, line + 1, column + 1, line + 1)


def _body(comment: Comment) -> str:
    return comment.text.removeprefix("<!--").removesuffix("-->").strip()


def day(value: str | None) -> Day | None:
    """Return a calendar day, or None if it is none."""
    if value is None or not _DAY.fullmatch(value):
        return None
    try:
        date.fromisoformat(value)
    except ValueError:
        return None
    return Day(value)


def count(value: str | None) -> int | None:
    """Return an integer of at least 0, or None if it is none."""
    return int(value) if value is not None and _COUNT.fullmatch(value) else None


def tier(value: str | None) -> Tier | None:
    """Return the tier of this name, or None if it is none."""
    return _TIERS.get(value or "")
