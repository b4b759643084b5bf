"""Pointers of Project State: a day, and often the session that it went through."""

import re

from msgspec import Struct

from verify.model.location import Day, Location, Stem
from verify.model.memory import StateField

_STEM = r"(\d{4}-\d{2}-\d{2}-(?:\d{6}(?:-[\w-]+)?|[A-Za-z][\w-]*)|\d{4}-\d{2}-\d{2}(?=\.md))"
_LEAD = r"[`\[]{0,3}(?:(?:[\w.-]+/){0,9}sessions/)?"
_NAMED = re.compile(rf"\bthrough\s+{_LEAD}{_STEM}|\(\s*{_LEAD}{_STEM}|^{_LEAD}{_STEM}", re.ASCII)
_THROUGH_DAY = re.compile(r"\bthrough\s+`?(?:sessions/)?(\d{4}-\d{2}-\d{2})(?:\.md)?\b", re.ASCII)
_DAY = re.compile(r"`?(\d{4}-\d{2}-\d{2})", re.ASCII)


class Pointer(Struct, frozen=True):
    """What one field of Project State points to; ``(none yet)`` has neither day nor stem."""

    key: str
    location: Location
    day: Day | None
    stem: Stem | None

    def covers(self, day: Day, stem: Stem) -> bool:
        """Whether a session is not newer than what the pointer names."""
        if self.stem:
            return stem <= self.stem
        return self.day is not None and day <= self.day

    def names(self, day: Day, stem: Stem) -> bool:
        """Whether a session is the one named, or of the day where only a day is."""
        return stem == self.stem if self.stem else day == self.day


def pointer(field: StateField) -> Pointer:
    """Read ``DATE | through STEM``, ``DATE (through STEM.md)``, ``DATE | agent: NAME (STEM)`` or a bare date."""
    named = _NAMED.search(field.value)
    stem = next((group for group in named.groups() if group), None) if named else None
    day = _THROUGH_DAY.search(field.value) or _DAY.match(field.value)
    return Pointer(field.key, field.location, Day(day.group(1)) if day else None, Stem(stem) if stem else None)
