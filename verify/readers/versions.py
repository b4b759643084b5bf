"""The facts in a past version of a store's file; what did not change between versions is read once.

A file is cut at each list item at the first column, and where a blank line stands before any other line
there. No item, quote or paragraph goes on at such a place, so that each part can be read alone, below the
headings in force. A file in which something may span such a place is read as a whole; a property test holds both
ways to the same facts. What stands from one list item to the next is cut only when it is new, too.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from verify.model.history import PastFact
from verify.model.memory import Role
from verify.readers.facts import place_footers
from verify.readers.markdown import parse, sound_lines
from verify.readers.outline import Headings, NestedTooDeeplyError
from verify.readers.past_facts import past_facts

_FENCES = ("```", "~~~")
_SPANNING = re.compile(r"<(?:[?]|![A-Za-z\[]|/?(?i:pre|script|style|textarea)\b)")
_TAG = re.compile(r"^ {0,3}</?[A-Za-z]", re.MULTILINE)
_TAG_BEHIND_ITEM = re.compile(r"^ ?</?[A-Za-z]", re.MULTILINE)
# The end of any line before an item, or with a blank line behind it before what is no comment. A line of nothing
# but the signs of items is a rule.
_BEGIN = re.compile(r"\n(?:(?=[-*+] [-*+_ \t]*+[^-*+_ \t\n])|[^\S\n]*+(?=\n[^ \t\n])(?!\n<!--))")
_COMMENT_CAP = 2000
_OPEN = re.compile(rf"^([ \t]*).*?<!--(?![^\n]{{0,{_COMMENT_CAP}}}-->)", re.MULTILINE)
_ITEM = "\n- "
_ITEM_TEXT = re.compile(r"[-*+_ \t]*+[^-*+_ \t\n]")
_HEADING = re.compile(r"^ {0,3}#|^[ \t]*(?:=+|-+)[ \t]*$", re.MULTILINE)
_NO_HEADINGS: Headings = ()

_Read = tuple[tuple[PastFact, ...], Headings]
"""The facts of a part, and the headings in force behind it."""


class _SpansPartsError(Exception):
    """Something in a part may go on in the next."""


class VersionReader:
    """Reads versions of files, and remembers the parts that they have in common."""

    def __init__(self) -> None:
        self._known: dict[tuple[Role, Headings], dict[str, _Read]] = {}
        self._smallest: dict[tuple[Role, Headings, str], _Read] = {}

    def read(self, role: Role, text: str) -> tuple[PastFact, ...]:
        """Return the facts of one version; none if its blocks are nested too deeply."""
        text = sound_lines(text)
        try:
            if role is not Role.VISION:
                # What stands in HTML is no item there, and so not nested.
                with suppress(_SpansPartsError, NestedTooDeeplyError):
                    return self._by_parts(role, text)
            return _facts(role, text, _NO_HEADINGS)[0]
        except NestedTooDeeplyError:
            return ()

    def _by_parts(self, role: Role, text: str) -> tuple[PastFact, ...]:
        facts: list[PastFact] = []
        headings = _NO_HEADINGS
        known = self._below(role, headings)
        for part in _parts(f"\n{text}"):
            read = known.get(part)
            if read is None:
                read = known[part] = self._part(role, part, headings)
            facts += read[0]
            if read[1] != headings:
                headings = read[1]
                known = self._below(role, headings)
        return tuple(facts)

    def _below(self, role: Role, headings: Headings) -> dict[str, _Read]:
        """Return what is known of parts below some headings."""
        return self._known.setdefault((role, headings), {})

    def _part(self, role: Role, text: str, headings: Headings) -> _Read:
        found: list[PastFact] = []
        for part in _cut(text):
            if "<!--" not in part and not _HEADING.search(part):
                if _may_span(part):
                    raise _SpansPartsError
                continue
            read = self._smallest.get((role, headings, part))
            if read is None:
                read = self._smallest[role, headings, part] = _read(role, part, headings)
            headings = read[1]
            found += read[0]
        return tuple(found), headings


def _parts(text: str) -> Iterable[str]:
    """Cut a text before list items; like the text, each part begins with a line feed."""
    first, *items = text.split(_ITEM)
    if not all(map(_ITEM_TEXT.match, items)):
        return (f"\n{part}" for part in _cut(text))
    return chain((first or "\n",), map(_ITEM.__add__, items))


def _cut(text: str) -> Iterator[str]:
    """Yield the smallest parts behind a line feed; nothing that stands in one can go on in the next."""
    start = 1
    for match in _BEGIN.finditer(text):
        begin = match.end() + (text[match.end()] == "\n")
        if begin > start:
            yield text[start : begin - 1]
            start = begin
    yield text[start:]


def _read(role: Role, part: str, headings: Headings) -> _Read:
    if _may_span(part) or _is_open(part):
        raise _SpansPartsError
    return _facts(role, part, headings)


def _may_span(part: str) -> bool:
    """Whether something but a comment may go on behind a part, or belong to what is before it: code, or HTML."""
    if any(fence in part for fence in _FENCES):
        return True
    if part.count("<") == part.count("<!--"):
        return False
    return _SPANNING.search(part) is not None or (_TAG.search(part) is not None and _is_torn(part))


def _is_torn(part: str) -> bool:
    """Whether HTML that ends at a blank line may go on behind a part, or has a comment for what is before it."""
    if "<!--" in part and _TAG.match(part):
        return True
    last = part.rpartition("\n\n")[2]
    tag = _TAG_BEHIND_ITEM if _is_one_item(part) else _TAG
    return not last.endswith("\n") and tag.search(last) is not None


def _is_open(text: str) -> bool:
    """Whether a comment may go on behind a part: one that is not closed, unless a list item ends it."""
    if not _leaves_open(text):
        return False
    one_item = _is_one_item(text)
    return any(not one_item or len(match.group(1).expandtabs(4)) < 2 for match in _OPEN.finditer(text))


def _leaves_open(text: str) -> bool:
    """Whether a comment may not end on its line, or only far behind."""
    comments = (part.partition("\n")[0] for part in text.split("<!--")[1:])
    return any("-->" not in comment[: _COMMENT_CAP + len("-->")] for comment in comments)


def _is_one_item(text: str) -> bool:
    first, *others = text.split("\n")
    # A line of nothing but such signs is a rule, not an item.
    begins = first[:1] in {"-", "*", "+"} and first[1:2] == " " and first.strip("-*+_ \t") != ""
    return begins and all(line[:1] in {"", " ", "\t"} for line in others)


def _facts(role: Role, text: str, headings: Headings) -> _Read:
    lines = text.split("\n")
    outline = parse(lines, headings)
    return past_facts(place_footers("", role, lines, outline)), outline.headings
