"""Reads times that name an instant."""

import re
from datetime import date, timedelta

from verify.model.instant import DAY, Instant
from verify.model.topics import Timestamp

_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,60}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))", re.ASCII
)
_BEGINNING = date(1970, 1, 1).toordinal()


def read_time(text: object) -> Timestamp | None:
    """Return a time with its instant; without one where it has no zone or is no time; None if it is no text."""
    if not isinstance(text, str) or not text:
        return None
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return Timestamp(text, None)
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    try:
        written = date(year, month, day)
    except ValueError:
        return Timestamp(text, None)
    if hour > 24 or minute > 59 or second > 60:
        return Timestamp(text, None)
    local = (written.toordinal() - _BEGINNING) * DAY + hour * 3600 + minute * 60 + second
    seconds = local - _offset(*match.groups()[7:])
    days = dict.fromkeys((_day(seconds), written.isoformat()))
    return Timestamp(text, Instant(seconds, (match.group(7) or "").rstrip("0")), tuple(days))


def _offset(sign: str | None, hours: str | None, minutes: str | None) -> int:
    seconds = int(hours or 0) * 3600 + int(minutes or 0) * 60
    return -seconds if sign == "-" else seconds


def _day(seconds: int) -> str:
    try:
        return (date(1970, 1, 1) + timedelta(days=seconds // DAY)).isoformat()
    except OverflowError:
        return ""
