"""The facts in a past version of a store's file; what did not change between versions is read once.

A file is cut at each list item at the first column, and where a blank line stands before any other line
there. No item, quote or paragraph goes on at such a place, so that each part can be read alone, below the
headings in force. A file in which something may span such a place is read as a whole; a property test holds both
ways to the same facts. What stands from one list item to the next is cut only when it is new, too.
"""

import re
from contextlib import suppress

from verify.model.history import PastFact
from verify.model.memory import Role
from verify.readers.facts import place_footers
from verify.readers.markdown import parse, sound_lines
from verify.readers.outline import Headings, NestedTooDeeplyError
from verify.readers.past_facts import past_facts
from verify.readers.version_parts import may_leave_open, may_span, parts_of, smallest_parts

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
        for part in parts_of(f"\n{text}"):
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
        for part in smallest_parts(text):
            if "<!--" not in part and not _HEADING.search(part):
                if may_span(part):
                    raise _SpansPartsError
                continue
            read = self._smallest.get((role, headings, part))
            if read is None:
                read = self._smallest[role, headings, part] = _read(role, part, headings)
            headings = read[1]
            found += read[0]
        return tuple(found), headings


def _read(role: Role, part: str, headings: Headings) -> _Read:
    if may_span(part) or may_leave_open(part):
        raise _SpansPartsError
    return _facts(role, part, headings)


def _facts(role: Role, text: str, headings: Headings) -> _Read:
    lines = text.split("\n")
    outline = parse(lines, headings)
    return past_facts(place_footers("", role, lines, outline)), outline.headings
