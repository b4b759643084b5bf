"""``→ serves: id`` at the end of a thread: the word with an arrow before it, a colon behind it, or both."""

import re
from collections.abc import Iterator

_SERVES = re.compile(
    r"(?:(?:→|->)[\s*_]{0,9}serves\b[*_]{0,3}\s{0,9}:?|(?<![\w-])serves\b[*_]{0,3}\s{0,9}:)[\s*_]{0,9}(?:\[\[)?"
)
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-]|\.\w)")
_REMARK = re.compile(r"(?:\]\]|[*_])*\s{0,9}\([^()]{0,400}\)")
_MORE = re.compile(r"(?:\]\]|[*_])*\s{0,9}[,;+&][\s*_]{0,9}(?:\[\[)?")
_END = re.compile(r"[ \t]{0,9}(?:$|[\n(,;+.—–:)→*_\]])")


def serves_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield each target and where it begins.

    The first word behind ``serves`` is a target; further ones only in a list, since a comma may
    also go on with prose.
    """
    for match in _SERVES.finditer(text):
        target = _ID.match(text, match.end())
        if target and _is_target(text, target):
            yield target.group(), target.start()
            yield from _further(text, target.end())


def _is_target(text: str, target: re.Match[str]) -> bool:
    return "-" in target.group() or _END.match(text, target.end()) is not None


def _further(text: str, position: int) -> Iterator[tuple[str, int]]:
    while True:
        remark = _REMARK.match(text, position)
        more = _MORE.match(text, remark.end() if remark else position)
        target = _ID.match(text, more.end()) if more else None
        if not target or "-" not in target.group() or not _END.match(text, target.end()):
            return
        yield target.group(), target.start()
        position = target.end()
