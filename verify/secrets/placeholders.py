"""What stands in the place of a credential without being one."""

import re
from functools import cache

# The shortest value that is taken for a credential; the format's own lint has the same floor.
SHORTEST = 8

_STAND_IN_WORDS = (
    "apikey changeme demo disabled dummy enabled encrypted example fake generated hidden "
    "invalid masked missing mock none null optional password passwd placeholder redacted "
    "removed required rotated sample secret secrets test testing todo token undefined "
    "unknown your"
)
_STAND_INS = frozenset(_STAND_IN_WORDS.split())
_TELLTALES = ("(redacted)", "[redacted]", "changeme", "change-me", "change_me", "example", "placeholder")


def is_literal(value: str, *, in_prose: bool = False) -> bool:
    """Whether a value is a real one: long enough, no placeholder, no reference.

    In prose (`the secret: somewhere-safe`) ordinary words and ids are no value either.
    """
    if len(value) < SHORTEST or is_placeholder(value) or _reference().fullmatch(value):
        return False
    return not (in_prose and _prose().fullmatch(value))


def is_placeholder(value: str) -> bool:
    """Whether a value is a template, a mask, a stand-in word or a mere number or date."""
    fallback = _fallback().fullmatch(value)
    if fallback:
        return not is_literal(fallback[1])
    return bool(_template().fullmatch(value)) or _is_stand_in(value.lower())


def _is_stand_in(lowered: str) -> bool:
    if any(telltale in lowered for telltale in _TELLTALES) or _mask().search(lowered):
        return True
    words = _words().findall(lowered)
    return bool(words) and (words[0] in _STAND_INS or words[-1] in _STAND_INS)


@cache
def _fallback() -> re.Pattern[str]:
    return re.compile(r"\$\{[A-Za-z_][\w.]{0,99}:?-([^{}]{1,999})\}|\$\{[A-Za-z_]", re.ASCII)


@cache
def _template() -> re.Pattern[str]:
    return re.compile(
        r"\$\{[A-Za-z_][\w.]{0,99}:?\}|\$?\{\{?[^{}]{0,999}\}{0,2}|\$\(.{0,999}"
        r"|\$(?:[A-Z_][A-Z0-9_]{0,99}|[a-z_]{1,99}|env:\w{1,99})|%\w{1,99}%|%\(\w{1,99}\)s"
        r"|<[\w .:|/-]{1,999}>?|\[[A-Za-z _-]{1,99}\]?|[\d.,:/TZ+_-]{1,999}",
        re.ASCII,
    )


@cache
def _mask() -> re.Pattern[str]:
    return re.compile(r"x{4}|\*{3}|\.{3}|…|•{3}|#{4}|_{4}|-{4}")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"[a-z0-9]+")


@cache
def _reference() -> re.Pattern[str]:
    """A name of something that holds the value: a call, a field, a constant, a path, an address."""
    return re.compile(
        r"[A-Za-z_][\w.:]{0,99}[(\[].{0,999}"
        r"|[A-Za-z_]{1,99}(?:\.[A-Za-z_]{1,99}){1,9}"
        r"|[a-z]{1,99}(?:_[a-z]{1,99}){1,19}|[A-Z][A-Z0-9]{0,99}(?:_[A-Z0-9]{1,99}){1,19}"
        r"|[a-z][a-z0-9+]{1,20}://.{0,999}|arn:.{0,999}|vault:.{0,999}"
        r"|[A-Za-z]:\\.{0,999}|[.~]{0,2}(?:/[a-z0-9._-]{1,99}){2,20}/?",
        re.ASCII,
    )


@cache
def _prose() -> re.Pattern[str]:
    """Words, a lower-case id that may end in a version or a date, or a dotted route."""
    word = "(?:[A-Z]{0,3}[a-z]{1,99}|[A-Z]{1,20})"
    return re.compile(
        rf"{word}(?:['’/&+-]{{1,2}}{word}){{0,19}}"
        r"|[a-z]{1,99}(?:[/-](?:[a-z]{1,99}|v[0-9][0-9.]{0,9}|20[0-9]{2}|[0-9]{1,2})){1,19}"
        r"|[a-z][a-z0-9_-]{0,99}(?:\.[a-z0-9_-]{1,99}){1,9}"
    )
