"""Which lines are worth a closer look: literals over the bytes of a whole file."""

import re
from collections.abc import Iterator
from functools import cache

# One expression with all these words reads 20 megabytes a second. Searches for a single literal,
# or for a few words that begin alike, read a thousand each.
_LITERALS = tuple(
    literal.encode()
    for literal in (
        *("@", "/home/", "Users", "eyJ", "GR1348941", "hooks.slack.com", "PRIVATE KEY"),
        *("pypi-", "SG.", "sq0csp-", "T3BlbkFJ"),
    )
)
_FAMILIES = (
    rb"_(?:(?<=\bgh[oprsu]_)|(?<=\bhf_)|(?<=\bnpm_)|(?<=k_live_)|(?<=b_pat_)|(?<=o[opr]_v1_))",
    rb"A(?:3T|BIA|CCA|GE-SECRET-|Iza|KIA|SIA|ccountKey=)",
    rb"gl(?:agent|cbt|dt|ft|imt|oas|pat|ptt|rt|soat)-",
    rb"sk-(?:a|proj-|svcacct-)",
    rb"x(?:app-|ox)",
)
_NAMES = (b"authorization", b"credential", b"key", b"pass", b"pwd", b"secret", b"token")
_NUMBERS = (
    *(b"0" * 14, b"0000 0000 ", b"0000-0000-", b"0000 000000 ", b"0000-000000-"),
    *(b"000-00-0000", b"+0", b"+(0"),
)
_DIGITS = bytes.maketrans(b"123456789", b"000000000")


def suspect_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield (1-based number, line) of every line that a detector of this package may fire on.

    Only a line feed ends a line; one carriage return before it is dropped. A lone surrogate
    survives. Lines without anything to find may be among them, the reverse never.
    """
    content = text.encode("utf-8", "surrogatepass")
    number, counted = 1, 0
    for start in sorted(_suspect_starts(content)):
        number += content.count(b"\n", counted, start)
        counted = start
        line = content[start : _line_end(content, start)]
        yield number, line.removesuffix(b"\r").decode("utf-8", "surrogatepass")


def _suspect_starts(content: bytes) -> set[int]:
    lowered = content.lower()
    digits = content.translate(_DIGITS)
    starts: set[int] = set()
    for literal in _LITERALS:
        if literal in content:
            starts.update(_line_starts(content, literal))
    for literal in _NUMBERS:
        if literal in digits:
            starts.update(_line_starts(digits, literal))
    for family in _families():
        starts.update(_family_line_starts(content, family))
    for name in _NAMES:
        if name in lowered:
            starts.update(_named_line_starts(lowered, name))
    return starts


def _line_starts(content: bytes, literal: bytes) -> Iterator[int]:
    found = content.find(literal)
    while found >= 0:
        yield content.rfind(b"\n", 0, found) + 1
        found = content.find(literal, _line_end(content, found))


def _family_line_starts(content: bytes, family: re.Pattern[bytes]) -> Iterator[int]:
    match = family.search(content)
    while match:
        yield content.rfind(b"\n", 0, match.start()) + 1
        match = family.search(content, _line_end(content, match.start()))


def _named_line_starts(lowered: bytes, name: bytes) -> Iterator[int]:
    assigned = _assigned()
    found = lowered.find(name)
    while found >= 0:
        after = found + len(name)
        if assigned.match(lowered, after):
            yield lowered.rfind(b"\n", 0, found) + 1
            after = _line_end(lowered, found)
        found = lowered.find(name, after)


def _line_end(content: bytes, position: int) -> int:
    end = content.find(b"\n", position)
    return len(content) if end < 0 else end


@cache
def _families() -> tuple[re.Pattern[bytes], ...]:
    return tuple(map(re.compile, _FAMILIES))


@cache
def _assigned() -> re.Pattern[bytes]:
    """A credential name runs on for less than 40 characters before its separator."""
    return re.compile(rb"[a-z0-9 \t_.*'\"`,-]{0,40}[=:]")
