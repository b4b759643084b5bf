"""A session log: its Memory References, Intent and Impression are read, and what it calls itself."""

import re
from typing import TYPE_CHECKING

from verify.model.fields import day as calendar_day
from verify.model.history import PastSession
from verify.model.location import Day, Stem
from verify.model.session import Session
from verify.readers.markdown import split_lines
from verify.readers.mentions import read_section
from verify.readers.sections import Section, Title, log_sections, reference_sections

if TYPE_CHECKING:
    from verify.model.intention import Impression, Intention

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})(?:-(\d{6}))?(-.+)?", re.ASCII | re.DOTALL)
_STUB = re.compile(
    r"^[ \t>]*\*{0,2}Agent:?\*{0,2}:?[^\n]{0,80}?\bauto-stub\b"
    r"|^#[^\n]{0,200}\bauto-stub\b|^[-* \t]*\(none\W{1,5}auto-stub\b",
    re.IGNORECASE | re.MULTILINE,
)


def session_time(stem: str) -> tuple[Day, bool] | None:
    """Return the day in a session's name and whether a time stands behind it; None if it is no session.

    A name is ``YYYY-MM-DD-HHMMSS``, with or without a slug behind it; a name without the time counts
    by its day (agent-memory layout).
    """
    match = _NAME.fullmatch(stem)
    if not match:
        return None
    named, clock = calendar_day(match.group(1)), match.group(2)
    if named is None or (clock and not (clock < "240000" and clock[2:4] < "60" and clock[4:] < "60")):
        return None
    return named, clock is not None


def read_session(path: str, stem: str, day: Day, timed: bool, text: str) -> Session:
    """Read one log."""
    cut = log_sections(text)
    sections = [read_section(section) for section in cut if section.title is Title.REFERENCES]
    stub = _STUB.search(text) if "auto-stub" in text else None
    return Session(
        stem=Stem(stem),
        path=path,
        day=day,
        timed=timed,
        mentions=tuple(mention for section in sections for mention in section.mentions),
        supersessions=tuple(pair for section in sections for pair in section.supersessions),
        intentions=tuple(_intention(section) for section in cut if section.title is Title.INTENT),
        impressions=tuple(_impression(section) for section in cut if section.title is Title.IMPRESSION),
        auto_stub=text.count("\n", 0, stub.start()) + 1 if stub else None,
    )


def _intention(section: Section) -> "Intention":
    # Few logs have such a section.
    from verify.readers.intention import read_intention  # noqa: PLC0415

    return read_intention(section)


def _impression(section: Section) -> "Impression":
    from verify.readers.impression import read_impression  # noqa: PLC0415

    return read_impression(section)


def read_past_session(text: str) -> PastSession:
    """Read one version of a log."""
    sections = reference_sections(text)
    named = [read_section(section) for section in sections]
    inside = {number for s in sections for number in range(s.first, s.first + len(s.lines))}
    lines = split_lines(text) if sections else []
    elsewhere = "\n".join(line for number, line in enumerate(lines, 1) if number not in inside) if sections else text
    return PastSession(
        text=text,
        mentions=tuple(mention for section in named for mention in section.mentions),
        elsewhere=elsewhere,
        auto_stub=_STUB.search(text) is not None,
    )
