"""Which lines are worth a closer look: literals over the bytes of a whole file."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

# One expression with all these words reads 20 megabytes a second. Searches for a single literal,
# or for a few words that begin alike, read a thousand each.
_LITERALS = (
    *("@", "/home/", "Users", "eyJ", "GR1348941", "hooks.slack.com", "PRIVATE KEY"),
    *("pypi-", "SG.", "sq0csp-", "T3BlbkFJ"),
)
_FAMILIES = {
    "_": r"_(?:(?<=\bgh[oprsu]_)|(?<=\bhf_)|(?<=\bnpm_)|(?<=k_live_)|(?<=b_pat_)|(?<=o[opr]_v1_))",
    "A": r"A(?:3T|BIA|CCA|GE-SECRET-|Iza|KIA|SIA|ccountKey=)",
    "gl": r"gl(?:agent|cbt|dt|ft|imt|oas|pat|ptt|rt|soat)-",
    "sk-": r"sk-(?:a|proj-|svcacct-)",
    "x": r"x(?:app-|ox)",
}
"""Words by how they begin: most that is asked about is a short text without even that."""
_NAMES = ("authorization", "credential", "key", "pass", "pwd", "secret", "token")
_NUMBERS = {
    "000": (
        *("0" * 14, "0000 0000 ", "0000-0000-", "0000 000000 ", "0000-000000-"),
        "000-00-0000",
    ),
    "+": ("+0", "+(0"),
}
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
        end = content.find(b"\n", start)
        line = content[start:] if end < 0 else content[start:end]
        yield number, line.removesuffix(b"\r").decode("utf-8", "surrogatepass")


def suspect_texts(texts: Sequence[str]) -> set[int]:
    """Return the positions of the texts with such a line; in all others there is nothing to find."""
    starts = list(accumulate((text.count("\n") + 1 for text in texts), initial=1))
    return {bisect_right(starts, number) - 1 for number, _ in suspect_lines("\n".join(texts))}


def _suspect_starts(encoded: bytes) -> set[int]:
    # A letter a byte: Python looks for a text in a text four times faster than for bytes in bytes.
    content = encoded.decode("latin-1")
    starts: set[int] = set()
    for literal in _LITERALS:
        if literal in content:
            starts.update(_line_starts(content, literal))
    for beginning in _FAMILIES:
        if beginning in content:
            starts.update(_family_starts(content, _family(beginning)))
    digits = encoded.translate(_DIGITS).decode("latin-1")
    for part, numbers in _NUMBERS.items():
        if part in digits:
            starts.update(start for number in numbers for start in _line_starts(digits, number))
    if ":" in content or "=" in content:
        lowered = encoded.lower().decode("latin-1")
        for name in _NAMES:
            if name in lowered:
                starts.update(_family_starts(lowered, _assigned(name)))
    return starts


def _line_starts(content: str, literal: str) -> Iterator[int]:
    found = content.find(literal)
    while found >= 0:
        yield content.rfind("\n", 0, found) + 1
        found = content.find(literal, _line_end(content, found))


def _family_starts(content: str, family: re.Pattern[str]) -> Iterator[int]:
    match = family.search(content)
    while match:
        yield content.rfind("\n", 0, match.start()) + 1
        match = family.search(content, _line_end(content, match.start()))


def _line_end(content: str, position: int) -> int:
    end = content.find("\n", position)
    return len(content) if end < 0 else end


@cache
def _family(beginning: str) -> re.Pattern[str]:
    return re.compile(_FAMILIES[beginning], re.ASCII)


@cache
def _assigned(name: str) -> re.Pattern[str]:
    """A credential name runs on for less than 40 characters before its separator."""
    return re.compile(name + r"[a-z0-9 \t_.*'\"`,-]{0,40}[=:]", re.ASCII)
