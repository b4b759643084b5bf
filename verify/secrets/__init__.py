"""Finds credentials and personal data in a line of text, and takes credentials out of messages.

No value ever leaves this package but as a span; nothing here reads a file or the network.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain

from verify.secrets.assignments import assignments, authorization_headers, named_pairs
from verify.secrets.exposure import Exposed, Exposure
from verify.secrets.personal import personal_data
from verify.secrets.prefilter import suspect_lines, suspect_texts
from verify.secrets.shapes import token_shapes, url_passwords

__all__ = [
    "REDACTED",
    "WAIVER",
    "Exposed",
    "Exposure",
    "credentials",
    "personal_data",
    "printable",
    "redact",
    "suspect_lines",
    "suspect_texts",
    "without_people",
]

# The format's own tag: a line that carries it is quoted on purpose.
WAIVER = "lint:allow-secret-material"
REDACTED = "(REDACTED)"
_SHORT = 1000
_SCANNED = 4000
"""Characters of a line that are searched for the data of people; whoever shows a line shows no more of it."""


def credentials(line: str) -> Iterator[Exposed]:
    """Yield the credentials of a line in reading order, none overlapping another.

    A token of a known shape keeps that kind, whatever name or header it stands after.
    """
    taken = bytearray(len(line))
    kept: list[Exposed] = []
    for exposed in _found(line):
        if taken.find(1, exposed.start, exposed.end) < 0:
            taken[exposed.start : exposed.end] = b"\1" * (exposed.end - exposed.start)
            kept.append(exposed)
    yield from sorted(kept, key=lambda exposed: exposed.start)


def redact(text: str) -> str:
    """Replace the value of every credential by `(REDACTED)`; text without one comes back as it is.

    The lines of a private key go with its opening line. Personal data stays.
    """
    if not _is_suspect(text):
        return text
    return "\n".join(map(_redacted_line, _private_key().sub(REDACTED, text).split("\n")))


def _is_suspect(text: str) -> bool:
    """Whether something may be found in a text; paths, and what there is to do, are said of many findings."""
    return (_remembered if len(text) <= _SHORT else _has_suspects)(text)


def _has_suspects(text: str) -> bool:
    return next(suspect_lines(text), None) is not None


_remembered = lru_cache(maxsize=1024)(_has_suspects)


def _found(line: str) -> Iterator[Exposed]:
    detectors = (token_shapes, url_passwords, authorization_headers, assignments, named_pairs)
    return chain.from_iterable(detector(line) for detector in detectors)


def _redacted_line(line: str) -> str:
    pieces: list[str] = []
    end = 0
    for exposed in sorted(_found(line), key=lambda exposed: exposed.start):
        if exposed.start >= end:
            pieces += (line[end : exposed.start], REDACTED)
        end = max(end, exposed.end)
    return "".join((*pieces, line[end:]))


@cache
def _private_key() -> re.Pattern[str]:
    """The opening line with whatever of headers, base64 and closing line follows it (RFC 7468)."""
    gap = r"(?:\s|\\[nrt]){0,8}"
    closing = r"-----END [A-Z0-9 ]{3,60}-----"
    return re.compile(
        r"-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        rf"(?:{gap}(?:[A-Za-z0-9+/=]{{24,4096}}|(?:Comment|DEK-Info|Proc-Type|Version):[^\n\\]{{0,99}})){{0,4096}}"
        rf"(?:{gap}[A-Za-z0-9+/=]{{1,24}}(?={gap}{closing}))?(?:{gap}{closing})?",
        re.ASCII,
    )


def printable(text: str) -> str:
    """Return a text without credentials and without what is no character."""
    return redact(text).encode("utf-8", "backslashreplace").decode("utf-8")


def without_people(line: str) -> str:
    """Return a line that is shown as evidence of something else, without the data of people in it."""
    if not _is_suspect(line[:_SCANNED]):
        return line
    for exposed in sorted(personal_data(line[:_SCANNED]), key=lambda e: e.start, reverse=True):
        line = line[: exposed.start] + REDACTED + line[exposed.end :]
    return line
