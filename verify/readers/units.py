"""The bullets and paragraphs of a section."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from msgspec import Struct

from verify.comments import replace_comments
from verify.readers.inline import blank
from verify.readers.sections import Section

_BULLET = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})")
_INDENTED = re.compile(r" {4}| {0,3}\t")
LABEL = re.compile(
    r"[\s*_]*((?:re-)?[^\W\d_]+(?:(?: |[ ]?[/+&][ ]?)(?:re-)?[^\W\d_]+){0,5})(\s*\([^()]{0,120}\))?[*_]*"
    r"\s*[:：][*_]*\s*"
)


class Unit(Struct):
    """One bullet or paragraph: its lines, each with its number and the column where its text begins."""

    bullet: bool
    indent: int
    lines: list[tuple[int, int, str]]

    @property
    def text(self) -> str:
        """The lines, joined."""
        if len(self.lines) == 1:
            return self.lines[0][2]
        return "\n".join(text for _, _, text in self.lines)

    def place(self, offset: int, starts: list[int]) -> tuple[int, int]:
        """Return line and column of an offset; ``starts`` are the offsets of the lines."""
        at = bisect_right(starts, offset) - 1 if len(starts) > 1 else 0
        number, column, _ = self.lines[at]
        return number, column + offset - starts[at] + 1


def units(section: Section) -> Iterator[Unit]:
    """Yield the bullets and paragraphs of a section, without comments and code."""
    unit: Unit | None = None
    in_list = False
    for number, line in plain_lines(section):
        is_code = unit is None and not in_list and _INDENTED.match(line)
        bullet = None if is_code else _BULLET.match(line)
        if unit and (bullet or label_alone(line) or not line.strip() or line.lstrip().startswith("#")):
            yield unit
            unit = None
        in_list = bool(bullet) or (in_list and line[:1] in {"", " ", "\t"})
        if bullet:
            unit = Unit(True, len(bullet.group(1)), [(number, bullet.start(2), bullet.group(2))])
        elif line.strip() and not is_code:
            text = line.lstrip()
            unit = unit or Unit(False, len(line) - len(text), [])
            unit.lines.append((number, len(line) - len(text), text))
    if unit:
        yield unit


def plain_lines(section: Section) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, without comments and fenced code."""
    return _outside_fences(section.first, _uncommented(section.lines))


def label_alone(text: str) -> re.Match[str] | None:
    """Return the label that a text is, if it is nothing else."""
    last = text.rstrip(" \t\n\r*_")[-1:]
    return LABEL.fullmatch(text) if last in {":", "："} else None


def _uncommented(lines: list[str]) -> list[str]:
    text = "\n".join(lines)
    return replace_comments(text, blank).split("\n") if "<!--" in text else lines


def _outside_fences(first: int, lines: list[str]) -> Iterator[tuple[int, str]]:
    fence = ""
    for number, line in enumerate(lines, first):
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence:
            run = line.strip()
            if run and set(run) == {fence[0]} and len(run) >= len(fence):
                fence = ""
        elif mark and not (mark.group(1)[0] == "`" and "`" in line[mark.end() :]):
            fence = mark.group(1)
        else:
            yield number, line
