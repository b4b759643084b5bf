"""The facts in a past version of a store's file; what did not change between versions is read once.

A file is cut at each list item at the first column, and where a blank line stands before any other line
there. No item, quote or paragraph goes on at such a place, so that each part can be read alone, below the
headings in force. A file in which something may span such a place is read as a whole; a property test holds both
ways to the same facts.
"""

import re
from collections.abc import Iterator
from contextlib import suppress

from verify.model.history import PastFact
from verify.model.memory import Role
from verify.readers.facts import facts, place_footers
from verify.readers.markdown import parse, split_lines
from verify.readers.outline import Headings, NestedTooDeeplyError
from verify.readers.past_facts import past_facts

_FENCES = ("```", "~~~")
_SPANNING = re.compile(r"<(?:[?]|![A-Za-z\[]|/?(?i:pre|script|style|textarea)\b)")
# The end of any line before an item, or with a blank line behind it before what is no comment. A line of nothing
# but the signs of items is a rule.
_BEGIN = re.compile(r"\n(?:(?=[-*+] [-*+_ \t]*+[^-*+_ \t\n])|[^\S\n]*+(?=\n[^ \t\n])(?!\n<!--))")
_OPEN = re.compile(r"^([ \t]*).*?<!--(?![^\n]{0,2000}-->)", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}#|^[ \t]*(?:=+|-+)[ \t]*$", re.MULTILINE)
_NO_HEADINGS: Headings = ()

Part = tuple[tuple[PastFact, ...], Headings]


class _SpansPartsError(Exception):
    """A comment is left open at the end of a part."""


class VersionReader:
    """Reads versions of files, and remembers the parts that they have in common."""

    def __init__(self) -> None:
        self._parts: dict[tuple[Role, str, Headings], Part] = {}
        self._without_facts: set[str] = set()

    def read(self, role: Role, text: str) -> tuple[PastFact, ...]:
        """Return the facts of one version; none if its blocks are nested too deeply."""
        lines = split_lines(text)
        try:
            if role is not Role.VISION and not any(fence in text for fence in _FENCES) and not _SPANNING.search(text):
                with suppress(_SpansPartsError):
                    return tuple(self._by_parts(role, "\n".join(lines)))
            return _facts(role, lines, _NO_HEADINGS)[0]
        except NestedTooDeeplyError:
            return ()

    def _by_parts(self, role: Role, text: str) -> Iterator[PastFact]:
        headings = _NO_HEADINGS
        for part in _cut(text):
            if part in self._without_facts:
                continue
            if "<!--" not in part and not _HEADING.search(part):
                self._without_facts.add(part)
                continue
            key = (role, part, headings)
            known = self._parts.get(key)
            if known is None:
                lines = part.split("\n")
                if _is_open(lines, part):
                    raise _SpansPartsError
                known = self._parts[key] = _facts(role, lines, headings)
            headings = known[1]
            yield from known[0]


def _cut(text: str) -> Iterator[str]:
    """Yield the parts of a text; nothing that stands in one can go on in the next."""
    text, start = f"\n{text}", 1
    for match in _BEGIN.finditer(text):
        begin = match.end() + (text[match.end()] == "\n")
        if begin > start:
            yield text[start : begin - 1]
            start = begin
    yield text[start:]


def _is_open(part: list[str], text: str) -> bool:
    """Whether a comment may go on behind a part: one that is not closed, unless a list item ends it."""
    one_item = _is_item(part[0]) and all(line[:1] in {"", " ", "\t"} for line in part[1:])
    return any(not one_item or len(match.group(1).expandtabs(4)) < 2 for match in _OPEN.finditer(text))


def _is_item(line: str) -> bool:
    # A line of nothing but such signs is a rule, not an item.
    return line[:1] in {"-", "*", "+"} and line[1:2] == " " and line.strip("-*+_ \t") != ""


def _facts(role: Role, lines: list[str], headings: Headings) -> Part:
    outline = parse(lines, headings)
    placements = place_footers("", role, lines, outline)
    return past_facts(placements, facts(placements)), outline.headings
