"""Reads times that name an instant."""

import re
from datetime import date, timedelta
from functools import lru_cache

from verify.model.instant import DAY, Instant
from verify.model.topics import Timestamp

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,60}))?)?(?:[Zz]|([+-]\d\d):?(\d\d))", re.ASCII
)
_BEGINNING = date(1970, 1, 1)


def read_instant(text: object) -> Instant | None:
    """Return the instant that a time names; None if it is no time, or has no zone."""
    match = _TIME.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        return None
    day, hour, minute, second, fraction, sign_and_hours, minutes = match.groups()
    midnight = _midnight(day)
    if midnight is None or hour > "24" or minute > "59" or (second or "") > "60":
        return None
    seconds = midnight + int(hour) * 3600 + int(minute) * 60 + int(second or 0)
    if sign_and_hours:
        offset = int(sign_and_hours[1:]) * 3600 + int(minutes) * 60
        seconds += offset if sign_and_hours[0] == "-" else -offset
    return Instant(seconds, fraction.rstrip("0") if fraction else "")


@lru_cache(maxsize=4096)
def _midnight(day: str) -> int | None:
    try:
        return (date.fromisoformat(day) - _BEGINNING).days * DAY
    except ValueError:
        return None


def read_time(text: object) -> Timestamp | None:
    """Return a time with its instant; without one where it names none for sure; None if it is no text."""
    if not isinstance(text, str) or not text:
        return None
    instant = read_instant(text)
    days = dict.fromkeys((_day(instant.seconds), text.strip()[:10])) if instant else ()
    return Timestamp(text, instant, tuple(days))


def _day(seconds: int) -> str:
    try:
        return (_BEGINNING + timedelta(days=seconds // DAY)).isoformat()
    except OverflowError:
        return ""
