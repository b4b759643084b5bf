"""The part of a line that a finding is about, and the place in it."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from unicodedata import category, east_asian_width

from reports.escaping import visible

_TAB = " " * 4
_CUT = "..."


def cells(text: str) -> int:
    """Count the columns that a terminal needs for a text."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def excerpt(line: str, column: int, room: int) -> tuple[str, int | None]:
    """Return the line, cut around the column, and the cells before it; None if the line ends earlier."""
    line = line.rstrip("\r\n")
    plain = line.isascii() and line.isprintable()
    pieces = line if plain else [_TAB if character == "\t" else visible(character) for character in line]
    ends = range(len(line) + 1) if plain else [0, *accumulate(map(cells, pieces))]
    in_line = column <= len(line) + 1
    at = column - 1 if in_line else 0
    if ends[-1] <= room:
        first, last = 0, len(pieces)
    else:
        first, last = _window(ends, at, room - 2 * len(_CUT))
    start = _CUT if first else ""
    end = _CUT if last < len(pieces) else ""
    pointer = cells(start + "".join(pieces[first:at])) if in_line else None
    return start + "".join(pieces[first:last]) + end, pointer


def _window(ends: Sequence[int], at: int, room: int) -> tuple[int, int]:
    """Return which pieces are shown; ``ends`` are the cells before each, and of all."""
    before = max(room // 3, room - (ends[-1] - ends[at]))
    first = next(n for n in range(at + 1) if ends[at] - ends[n] <= before)
    last = next((n for n in range(len(ends) - 1, at, -1) if ends[n] - ends[first] <= room), at + 1)
    return first, last


@lru_cache(maxsize=1024)
def _cells(character: str) -> int:
    if category(character) in {"Mn", "Me"}:
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1
