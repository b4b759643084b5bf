"""The sections of a session log that are read, cut out without reading the rest as Markdown.

A log where a heading could hide in something unusual is read by the Markdown parser instead; both
ways give the same sections.
"""

import re
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from verify.readers.markdown import parse, split_lines
from verify.readers.outline import BlockKind, NestedTooDeeplyError

_TITLE = re.compile(r"memory references", re.IGNORECASE)
_TITLED = re.compile(r"([a-z ]+?) ?:? ?(?:\([^()]*\))? ?:?", re.IGNORECASE)
_INTENTION = re.compile(r"\n[ \t>#*_]{0,20}(?:intent|impression)(?![^\W_])", re.IGNORECASE)
_MARK = re.compile(r"\n(?:(#{1,6})(?=[ \t\n]|\Z)(.*)|(`{3,}|~{3,})(.*))")
# Whatever may hide a heading from the plain scan, or be one in another spelling.
_UNUSUAL = re.compile(
    r"\n(?![A-Za-z`(#\n]|\*[^ \t])[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?"
    r"(?:(?<!\n)(?:#{1,6}(?:[ \t]|$)|```|~~~)|<[!?/A-Za-z]|(?:=+|-+)[ \t]*$)",
    re.MULTILINE,
)


class Heading(Struct, frozen=True):
    """A heading outside lists and quotes; lines from 0, ``end`` excluded."""

    level: int
    start: int
    end: int
    title: str


class Title(Enum):
    """What the heading of a section that is read says, in lower case."""

    REFERENCES = "memory references"
    INTENT = "intent"
    IMPRESSION = "impression"


class Section(Struct, frozen=True):
    """The lines behind a heading; ``first`` is the number, from 1, of the first of them.

    ``inner`` are the headings among these lines.
    """

    title: Title
    first: int
    lines: list[str]
    inner: list[Heading]


_TITLES = {title.value: title for title in Title}


def reference_sections(text: str) -> list[Section]:
    """Return the sections whose heading, of level 2 or 3, reads Memory References."""
    return [section for section in _sections(text) if section.title is Title.REFERENCES] if _refers(text) else []


def log_sections(text: str) -> list[Section]:
    """Return the sections whose heading, of level 2 or 3, is a title."""
    return _sections(text) if _refers(text) or _intends(text) else []


def _refers(text: str) -> bool:
    return "Memory References" in text or _TITLE.search(text) is not None


def _intends(text: str) -> bool:
    """Whether some line begins with such a word, which may be a heading."""
    return _INTENTION.search(text) is not None or _INTENTION.match(f"\n{text[:40]}") is not None


def _sections(text: str) -> list[Section]:
    lines = split_lines(text)
    return list(_cut(lines, headings(lines)))


def headings(lines: list[str]) -> list[Heading]:
    """Return the headings of a file; the plain scan serves all but unusual files."""
    text = "\n" + "\n".join(lines)
    if not _UNUSUAL.search(text):
        return list(marked_headings(text))
    try:
        return list(parsed_headings(lines))
    except NestedTooDeeplyError:
        return list(marked_headings(text))


def _cut(lines: list[str], found: list[Heading]) -> Iterator[Section]:
    for position, heading in enumerate(found):
        title = title_of(heading) if heading.level in {2, 3} else ""
        if title in _TITLES:
            behind = position + 1
            while behind < len(found) and found[behind].level > heading.level:
                behind += 1
            end = found[behind].start if behind < len(found) else len(lines)
            yield Section(_TITLES[title], heading.end + 1, lines[heading.end : end], found[position + 1 : behind])


def title_of(heading: Heading) -> str:
    """Return what a heading says in lower case, without marks, a colon and a remark in parentheses."""
    shown = " ".join(heading.title.replace("*", " ").replace("_", " ").split())
    match = _TITLED.fullmatch(shown)
    return match.group(1).lower() if match else ""


def marked_headings(text: str) -> Iterator[Heading]:
    """Yield the headings marked with ``#`` at the first column, outside fences that begin there."""
    line, position, fence = -1, 0, ""
    for match in _MARK.finditer(text):
        line += text.count("\n", position, match.start() + 1)
        position = match.start() + 1
        marks, title, run, rest = match.groups()
        if run:
            fence = _fence_after(fence, run, rest)
        elif not fence:
            yield Heading(len(marks), line, line + 1, _bare(title))


def _bare(title: str) -> str:
    title = title.strip()
    shorter = title.rstrip("#")
    return shorter.rstrip() if not shorter or shorter[-1] in " \t" else title


def _fence_after(fence: str, run: str, rest: str) -> str:
    """Return the fence that is open behind this run of marks, empty if none is."""
    if not fence:
        return "" if run[0] == "`" and "`" in rest else run
    closes = run[0] == fence[0] and len(run) >= len(fence) and not rest.strip()
    return "" if closes else fence


def parsed_headings(lines: list[str]) -> Iterator[Heading]:
    """Yield the headings that the Markdown parser sees outside lists and quotes."""
    outline = parse(lines)
    for block in outline.blocks:
        if block.kind is BlockKind.HEADING and block.parent is outline.root:
            yield Heading(block.level, block.start, block.end, block.text.strip())
