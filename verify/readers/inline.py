"""Comments and code spans of one inline text, by the CommonMark rules for which of them wins."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

_START = re.compile(r"\\[\s\S]|`+|<!--")
_SIMPLE_START = re.compile(r"\\[\s\S]|`[^`]*`|<!--")
"""Where all runs are of one tick, the next one closes."""
_TICKS = re.compile(r"`+")
_COMMENT_END = re.compile(r"-->|\n")
_LONE_ID = re.compile(r"\s*[A-Za-z0-9][A-Za-z0-9._-]*\s*")
FOOTER_START = re.compile(r"<!--[ \t]*id[ \t]*:")


class Comment(Struct, frozen=True):
    """An HTML comment at ``start``; ``closed`` says that it ends on the line on which it began."""

    start: int
    text: str
    closed: bool

    @property
    def is_footer(self) -> bool:
        """Whether it begins like a footer."""
        return FOOTER_START.match(self.text) is not None


class Inline(Struct, frozen=True, dict=True):
    """A text with its comments; ``hidden`` are these and its code spans: begin, end, and ticks at either end."""

    text: str
    comments: tuple[Comment, ...] = ()
    hidden: tuple[tuple[int, int, int], ...] = ()

    @cached_property
    def visible(self) -> str:
        """The text with comments and code blanked, of the same length.

        A code span that holds nothing but an id keeps the id and loses only its ticks.
        """
        shown: list[str] = []
        position = 0
        for start, end, ticks in self.hidden:
            token = self.text[start:end]
            shown += (self.text[position:start], _visible_code(token, ticks) if ticks else blank(token))
            position = end
        return "".join([*shown, self.text[position:]])

    @property
    def spans(self) -> Iterator[tuple[int, str]]:
        """Each code span without its ticks, with the place where it begins."""
        return ((start, self.text[start + ticks : end - ticks]) for start, end, ticks in self.hidden if ticks)


class _Ticks:
    """Runs of backticks by length, so that the closing run is found without scanning again."""

    def __init__(self, text: str) -> None:
        self._starts: dict[int, list[int]] = {}
        for match in _TICKS.finditer(text):
            self._starts.setdefault(len(match.group()), []).append(match.start())

    def closing(self, length: int, behind: int) -> int:
        """Return where the next run of the same length begins, -1 if there is none."""
        starts = self._starts.get(length, [])
        found = bisect_right(starts, behind)
        return starts[found] if found < len(starts) else -1


def blank(text: str) -> str:
    """Return spaces for every sign but line feeds."""
    return " " * len(text) if "\n" not in text else "\n".join(" " * len(line) for line in text.split("\n"))


def _visible_code(span: str, ticks: int) -> str:
    inner = span[ticks:-ticks]
    return " " * ticks + inner + " " * ticks if _LONE_ID.fullmatch(inner) else blank(span)


def comment_at(text: str, start: int, last_close: int) -> Comment | None:
    """Return the comment that begins at ``start``; a footer never reaches beyond its line.

    ``last_close`` is where the last ``-->`` of the text stands, -1 without one.
    """
    footer = FOOTER_START.match(text, start)
    if not footer and last_close < start + 2:
        return None
    end = _COMMENT_END.search(text, start + 2)
    if end and end[0] == "-->":
        return Comment(start, text[start : end.end()], closed=True)
    line_end = end.start() if end else len(text)
    if footer:
        return Comment(start, text[start:line_end], closed=False)
    close = text.find("-->", line_end)
    return Comment(start, text[start : close + 3], closed=False)


def raw_comments(text: str) -> tuple[Comment, ...]:
    """Return the comments of a text that is HTML, where backticks mean nothing."""
    found, position, last_close = [], text.find("<!--"), text.rfind("-->")
    while position >= 0:
        comment = comment_at(text, position, last_close)
        if comment:
            found.append(comment)
        position = text.find("<!--", position + (len(comment.text) if comment else 4))
    return tuple(found)


def scan(text: str) -> Inline:
    """Read one inline text; linear in its length."""
    if "`" not in text and "<!--" not in text:
        return Inline(text)
    ticks, last_close = _Ticks(text) if "``" in text else None, text.rfind("-->")
    next_start = (_START if ticks else _SIMPLE_START).search
    comments: list[Comment] = []
    hidden: list[tuple[int, int, int]] = []
    position = 0
    while match := next_start(text, position):
        start, position = match.span()
        if text[start] == "`":
            length = position - start if ticks else 1
            close = ticks.closing(length, start) if ticks else position - 1
            if close >= 0:
                position = close + length
                hidden.append((start, position, length))
        elif text[start] == "<" and (comment := comment_at(text, start, last_close)):
            comments.append(comment)
            position = start + len(comment.text)
            hidden.append((start, position, 0))
    return Inline(text, tuple(comments), tuple(hidden))
