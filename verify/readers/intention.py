"""The Intent section of a session: what was asked, and what is said to be delivered for it."""

import re
from collections.abc import Iterator

from verify.model.intention import AskedItem, Intention, Part
from verify.readers.delivery import Written, read_delivery
from verify.readers.sections import Section, title_of
from verify.readers.units import plain_lines

_LABEL = re.compile(
    r"[ \t>]*(?:[-*+][ \t]+)?"
    r"(?:(?:\*\*|__)(asked|interpreted|delivered)(?![^\W_])[^*_\n]{0,80}(?:\*\*|__)[ \t]*[:：]?"
    r"|(asked|interpreted|delivered)[ \t]*[:：])[ \t]*",
    re.IGNORECASE,
)
_ASKED = re.compile(r"([ \t>]*)(\d{1,9})[.)](?:[ \t]|$)")
_ITEM = re.compile(
    r"([ \t>]*)(?:(?:[-*+][ \t]+|\|[ \t]*)?[(#*_]{0,4}"
    r"(\d{1,9}(?:[ \t]?(?:,|&|/|\+|-|–|and)[ \t]?#?\d{1,9}){0,50})[*_]{0,3}[ \t]?[.):|][*_]{0,3}(?=[ \t]|$)|[-*+][ \t])"
)
_NUMBER = re.compile(r"([-–]?)[ \t]?#?(\d+)")
_RANGE_CAP = 1000
_PARTS = {part.value.lower(): part for part in Part}

_Line = tuple[int, str]


def read_intention(section: Section) -> Intention:
    """Read one section; comments and fenced code do not count."""
    parts: dict[Part, list[_Line]] = {}
    for part, number, text in _in_parts(section):
        parts.setdefault(part, []).append((number, text))
    return Intention(
        line=section.first - 1,
        parts=frozenset(parts),
        asked=tuple(_asked(parts.get(Part.ASKED, []))),
        delivered=tuple(read_delivery(item) for item in _items(parts.get(Part.DELIVERED, []))),
    )


def _in_parts(section: Section) -> Iterator[tuple[Part, int, str]]:
    """Yield the lines of each part, its heading or label as a blank one."""
    inner = {number: heading for heading in section.inner for number in range(heading.start + 1, heading.end + 1)}
    part, level = None, 0
    for number, text in plain_lines(section):
        heading, label = inner.get(number), _LABEL.match(text)
        if heading and (part is None or heading.level <= level or title_of(heading) in _PARTS):
            part, level = _PARTS.get(title_of(heading)), heading.level
        elif label and not heading:
            part = _PARTS[(label.group(1) or label.group(2)).lower()]
            yield part, number, ""
        if part:
            yield part, number, "" if heading else text[label.end() if label else 0 :]


def _asked(lines: list[_Line]) -> Iterator[AskedItem]:
    """Yield the numbered items of the outermost list; a number counts once."""
    seen: set[int] = set()
    outermost: int | None = None
    for line, text in lines:
        match = _ASKED.match(text)
        if match and (outermost is None or len(match.group(1)) <= outermost + 1):
            outermost = len(match.group(1)) if outermost is None else outermost
            number = int(match.group(2))
            if number not in seen:
                seen.add(number)
                yield AskedItem(number, line)


def _items(lines: list[_Line]) -> Iterator[Written]:
    """Yield the items of the outermost list with all that stands in them."""
    item: Written | None = None
    outermost: int | None = None
    blank = False
    for line, text in lines:
        match = _ITEM.match(text)
        indent = len(text) - len(text.lstrip(" \t>"))
        if match and (outermost is None or indent <= outermost + 1):
            outermost = indent if outermost is None else outermost
            yield from [item] if item else []
            item = Written(tuple(_numbers(match.group(2) or "")), [(line, text[match.end() :])])
        elif item and blank and text.strip() and indent <= (outermost or 0):
            yield item
            item = None
        elif item:
            item.lines.append((line, text))
        blank = not text.strip()
    yield from [item] if item else []


def _numbers(text: str) -> Iterator[int]:
    """Yield what a list of numbers such as ``1, 3-5`` stands for."""
    before = 0
    for match in _NUMBER.finditer(text):
        number = int(match.group(2))
        if match.group(1) and before < number <= before + _RANGE_CAP:
            yield from range(before + 1, number)
        yield number
        before = number
