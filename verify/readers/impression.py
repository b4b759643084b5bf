"""What the Impression of a session claims: how many threads are open, and the status of single ids."""

import re
from collections.abc import Iterator

from verify.model.intention import Impression, StatusClaim, ThreadCount
from verify.readers.sections import Section
from verify.readers.units import units

_COUNT = re.compile(r"[\s*_]*(\d{1,9})[\s*_]{1,9}open[ ]threads?[*_]*\s*(?:$|[.,;:—–]|-\s)", re.IGNORECASE)
_STATUS = re.compile(
    r"(?:\[[ xX]\])?[\s*_`\[]*([\w-]{1,200})[*_`\]]*[ \t]*[:：][\s*_`]*"
    r"(open|done|closed|core|active|working|archive-candidate|archived|superseded)[*_`]*\s*(?:$|[.;:—–]|-\s)",
    re.IGNORECASE,
)


def read_impression(section: Section) -> Impression:
    """Read the bullets of one section that are nothing but a claim; all else is prose."""
    bullets = [(unit.text, unit.lines[0][0]) for unit in units(section) if unit.bullet]
    return Impression(
        line=section.first - 1,
        first=section.first,
        last=section.first + len(section.lines) - 1,
        counts=tuple(_counts(bullets)),
        statuses=tuple(_statuses(bullets)),
    )


def _counts(bullets: list[tuple[str, int]]) -> Iterator[ThreadCount]:
    for text, line in bullets:
        if match := _COUNT.match(text):
            yield ThreadCount(int(match.group(1)), line)


def _statuses(bullets: list[tuple[str, int]]) -> Iterator[StatusClaim]:
    for text, line in bullets:
        if match := _STATUS.match(text):
            yield StatusClaim(match.group(1), match.group(2).lower(), line)
