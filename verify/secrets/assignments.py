"""Credentials that their name gives away: assignments, header lines, name and value pairs."""

import re
from collections.abc import Iterator
from functools import cache

from verify.secrets.exposure import Exposed, Exposure
from verify.secrets.placeholders import is_literal

_JUDGED = 128
_SENTENCE_END = ".,:*|"
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}
_NAME = (
    r"(?:secret|passw(?:or)?d|passphrase|(?<![a-z])pwd|credential"
    r"|(?:access|account|api|auth|encryption|master|private|signing)[ _.-]?key"
    r"|(?:access|api|auth|bearer|bot|deploy|refresh|session)[ _.-]?token)"
    r"s?(?:[_.-]?(?:access[_.-]?)?key|[_.-]?value)?(?:[_.-]?(?:prod|production|staging|dev|live))?[0-9]{0,3}"
)
_ASSIGNS = r"(?:\*\*|[\"'`])?[ \t]{0,4}(?P<sign>:=|=>|=(?![=~])|:(?![:/]))[ \t]{0,4}(?:\*\*[ \t]{0,2})?"


def assignments(line: str) -> Iterator[Exposed]:
    """Yield the literal values that are given to a credential name (`client_secret=...`)."""
    for match, value, end in _values(line, _assignment()):
        in_prose = match["sign"] == ":" and match["quote"] in ("", "`")
        if is_literal(value, in_prose=in_prose):
            yield Exposed(Exposure.CREDENTIAL_ASSIGNMENT, match.end(), end)


def named_pairs(line: str) -> Iterator[Exposed]:
    """Yield values that stand beside their name (`"key": "client_secret", "value": "..."`)."""
    for match, value, end in _values(line, _pair()):
        if is_literal(value):
            yield Exposed(Exposure.CREDENTIAL_ASSIGNMENT, match.end(), end)


def authorization_headers(line: str) -> Iterator[Exposed]:
    """Yield the credentials of authorization headers, with a scheme or without one (RFC 9110)."""
    for match, value, end in _values(line, _header()):
        if is_literal(value, in_prose=True):
            yield Exposed(Exposure.AUTHORIZATION_HEADER, match.end(), end)


def _values(line: str, opening: re.Pattern[str]) -> Iterator[tuple[re.Match[str], str, int]]:
    """Yield each opening with the value after it, cut to what is judged, and the value's end."""
    end = 0
    for match in opening.finditer(line):
        start = match.end()
        if start >= end:
            stop = _value_end().search(line, start)
            end = stop.start() if stop else len(line)
        if end - start > _JUDGED:
            yield match, line[start : start + _JUDGED], end
        else:
            value = _without_sentence_end(line[start:end])
            yield match, value, start + len(value)


def _without_sentence_end(value: str) -> str:
    value = value.rstrip(_SENTENCE_END)
    while value and value[-1] in _BRACKETS and value.count(value[-1]) > value.count(_BRACKETS[value[-1]]):
        value = value[:-1].rstrip(_SENTENCE_END)
    return value


@cache
def _value_end() -> re.Pattern[str]:
    return re.compile(r"[\s\"'`;]")


@cache
def _assignment() -> re.Pattern[str]:
    return re.compile(_NAME + _ASSIGNS + r"(?P<quote>[\"'`]?)", re.ASCII | re.IGNORECASE)


@cache
def _pair() -> re.Pattern[str]:
    return re.compile(
        r"\"(?:key|name)\"[ \t]{0,4}:[ \t]{0,4}\"[^\"]{0,40}?(?:" + _NAME + r"|authorization)\""
        r"[ \t]{0,4},[ \t]{0,4}\"(?:src|value)\"[ \t]{0,4}:[ \t]{0,4}\"",
        re.ASCII | re.IGNORECASE,
    )


@cache
def _header() -> re.Pattern[str]:
    return re.compile(
        r"authorization" + _ASSIGNS + r"[\"'`]?(?:(?:apikey|basic|bearer|digest|negotiate|token)[ \t]{1,4})?",
        re.ASCII | re.IGNORECASE,
    )
