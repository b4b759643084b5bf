"""Which lines belong to a block of several lines, in plain Markdown."""

import re
from collections.abc import Iterator

from msgspec import Struct

from verify.readers.plain_grammar import CODE_INDENT, UnusualError
from verify.readers.plain_text import trimmed

_CELLS_CAP = 0x10000
"""In a larger table the parser may leave out rows."""
_DASHES = re.compile(r" *+:?-++:? *+")


class Place(Struct, frozen=True):
    """Where a block begins: its first line among all, and the column where its container's content begins."""

    lines: list[str]
    at: int
    column: int

    def is_blank(self, number: int) -> bool:
        """Whether a line is blank or not there."""
        return not 0 <= number < len(self.lines) or not self.lines[number].strip(" ")

    def end_of_run(self, lead: str) -> int:
        """Return where the lines end that begin with a sign in just this column."""
        start = " " * self.column + lead
        end = self.at
        while end < len(self.lines) and self.lines[end].startswith(start):
            end += 1
        return end


def end_of_comment(place: Place, begin: str) -> int:
    """Return where HTML ends that begins with a comment."""
    if "-->" in begin:
        return place.at + 1
    for number, _, line in _inside(place, begin):
        if "-->" in line:
            return number + 1
        if place.column and not line:
            # Not every release of the parser goes on behind it.
            break
    raise UnusualError


def end_of_fence(place: Place, begin: str) -> int:
    """Return where a block of code ends."""
    marks = begin[: len(begin) - len(begin.lstrip(begin[0]))]
    for number, indent, line in _inside(place, begin):
        if line.startswith(marks) and not line.rstrip(" ").strip(marks[0]) and indent < CODE_INDENT:
            return number + 1
    raise UnusualError


def _inside(place: Place, begin: str) -> Iterator[tuple[int, int, str]]:
    """Yield the lines behind the first of a block: number, indentation, and what is not indentation."""
    if "|" in begin:
        # With the next line it may be the head of a table, before all else.
        raise UnusualError
    for number in range(place.at + 1, len(place.lines)):
        line = place.lines[number].lstrip(" ")
        indent = len(place.lines[number]) - len(line) - place.column
        if line and indent < 0:
            raise UnusualError
        yield number, indent, line


def end_of_table(place: Place) -> int:
    """Return where a table ends that stands between blank lines."""
    end = place.end_of_run("|")
    columns = _columns(*place.lines[place.at : place.at + 2])
    if not (place.is_blank(place.at - 1) and place.is_blank(end) and 0 < columns * (end - place.at) < _CELLS_CAP):
        raise UnusualError
    return end


def _columns(head: str, under: str) -> int:
    """Return the number of columns of a table, 0 if the line under its head tells of others."""
    titles, dashes = (trimmed(line).removeprefix("|").removesuffix("|").split("|") for line in (head, under))
    is_sound = "\\" not in head and len(titles) == len(dashes) and all(map(_DASHES.fullmatch, dashes))
    return len(titles) if is_sound else 0


def quoted(place: Place) -> list[str]:
    """Return the lines of a quote without its marks."""
    end = place.end_of_run(">")
    lead = " " * place.column + ">"
    inner = [line.removeprefix(lead).removeprefix(" ") for line in place.lines[place.at : end]]
    # Text behind a quote would go on in it; with a blank line at its end, the parser takes more lines to it.
    if not inner or not place.is_blank(end) or not inner[-1].strip(" "):
        raise UnusualError
    return inner
