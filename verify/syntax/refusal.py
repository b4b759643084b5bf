"""What is not parsed, although its language is known."""

import re

from verify.syntax.languages import Language

SYNTAX_CAP = 128 * 1024
"""Bytes of a file that is parsed; what hostile ones cost grows with the square of their size."""
_TANGLED = 200_000_000
_BORDERS = re.compile(rb"[;{}]")
_ELSEWHERE = (b"version https://git-lfs.github.com/spec/", b"\0GITCRYPT")
_CPLUSPLUS = re.compile(
    rb"^[ \t]{0,40}(?:(?:class|namespace|template|using)\b|(?:public|private|protected):)", re.MULTILINE
)


def refusal(path: str, content: bytes, language: Language | None) -> str | None:
    """Return why a file is not looked into; None if it can be."""
    if content.startswith(_ELSEWHERE):
        return "stands only as a placeholder, its content is kept elsewhere"
    if language is None:
        return None
    if len(content) > SYNTAX_CAP:
        return f"is larger than {SYNTAX_CAP // 1024} KiB, too large to be parsed"
    if _is_monotonous(content):
        return "repeats itself too often for code that somebody wrote"
    if language.name == "Java" and _is_tangled(content):
        return "has an expression that is too long to be parsed"
    is_header = path.lower().endswith(".h")
    return "seems to be C++, which is not parsed" if is_header and _CPLUSPLUS.search(content) else None


def _is_tangled(content: bytes) -> bool:
    """Whether one expression compares, or has type arguments, so often that Java's grammar takes too long."""
    return any(part.count(b"<") * len(part) > _TANGLED for part in _BORDERS.split(content))


def _is_monotonous(content: bytes) -> bool:
    """Whether a file is little but one pattern over and over; the time that such take to parse is not linear."""
    windows = range(0, len(content), 7)
    return len(windows) > 600 and len({content[at : at + 8] for at in windows}) * 20 < len(windows)
