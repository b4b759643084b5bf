"""The numbers of decision records: in file names, in headings, in the texts of links."""

import re
from collections.abc import Iterator

from verify.model.location import FactId

_DATED = re.compile(r"(?:adr[-_ ]?)?(?:\d{8}|\d{4}-\d{2}(?:-\d{2})?)(?=[-_. ]|$)", re.IGNORECASE)
_FILE = re.compile(r"(?:(?:adr|decision)[-_ ]?(\d{1,6})|(\d{2,6}))(?![0-9A-Za-z])", re.IGNORECASE)
_NAMED = r"(?:adr|(?:architecture[ ])?decision(?:[ ]record)?)[ \t\-_#:]{0,3}(\d{1,6})(?![0-9A-Za-z])"
_HEADING = re.compile(
    rf"[\W_]{{0,4}}(?:{_NAMED}|(\d{{1,6}})(?:[.)](?=\s)|:|\s{{1,3}}[—–-](?=\s)))[\s—–:.)\]-]{{0,8}}", re.IGNORECASE
)
_LINK = re.compile(
    r"[\W_]{0,3}(?:adr[ \-_]?(\d{1,6})(?![0-9A-Za-z])|(\d{1,6})\.(?=\s)|(\d{3,6})(?=[-_ :]|$))", re.IGNORECASE
)
_ENTRY = re.compile(r"[\W_]{0,4}adr[ \-_]?(\d{1,6})(?![0-9A-Za-z])", re.IGNORECASE)
_CITED = re.compile(r"\badr[ \-_]?(\d{1,6})(?![0-9A-Za-z])", re.IGNORECASE)
_TAG = re.compile(r"\((adr-\d{1,6}(?:[\s,;+&/]{1,3}(?:and )?adr-\d{1,6}){0,9})\)", re.IGNORECASE)


def tags(text: str) -> Iterator[int]:
    """Yield the number of each record that a text is tagged with: ``(ADR-0004)``."""
    for match in _TAG.finditer(text):
        yield from cited(match.group(1))


def cited(text: str) -> Iterator[int]:
    """Yield the number of each record that a text names."""
    found = _CITED.finditer(text) if "adr" in text.lower() else ()
    return (int(match.group(1)) for match in found)


def record_id(number: int | None, stem: str) -> FactId:
    """Return the id of a record: that of its number, else the name of its file."""
    return FactId(stem.casefold() if number is None else f"adr-{number:04d}")


def is_dated(name: str) -> bool:
    """Whether a file name begins with a day or a month instead of a number."""
    return _DATED.match(name) is not None


def file_number(name: str) -> int | None:
    """Return the number in a file name or an id, such as ``0004-ports`` and ``ADR-4``."""
    return None if is_dated(name) else _number(_FILE.match(name))


def heading_number(text: str) -> int | None:
    """Return the number at the beginning of a heading, such as ``4. Ports`` and ``ADR-0004 — Ports``."""
    return _number(_HEADING.match(text))


def entry_number(text: str) -> int | None:
    """Return the number of a heading that begins a record in a file of several: ``ADR-0004 — Ports``."""
    return _number(_ENTRY.match(text))


def link_number(text: str) -> int | None:
    """Return the number that the text of a link shows."""
    return None if is_dated(text) else _number(_LINK.match(text))


def title(heading: str) -> str:
    """Return a heading without the number of its record."""
    return _HEADING.sub("", heading, count=1).strip() or heading.strip()


def _number(match: re.Match[str] | None) -> int | None:
    return next((int(group) for group in match.groups() if group), None) if match else None
