"""The outline of a file in plain Markdown, without the parser.

Plain is what memories are written in: paragraphs, lists, headings, comments, quotes, fences, tables, rules. A
file in which anything else may stand, or in which a line could be read in more than one way, is left to the parser.
"""

import re
from collections.abc import Iterable

from verify.readers.outline import BlockKind, Headings, Outline
from verify.readers.outline_builder import OutlineBuilder
from verify.readers.plain_blocks import Place, end_of_comment, end_of_fence, end_of_table, quoted
from verify.readers.plain_grammar import BLOCK, CODE_INDENT, UNUSUAL, UnusualError
from verify.readers.plain_text import dedented, end_of_paragraph, level_of, title, trimmed

DEPTH_CAP = 10
"""Of items in each other; far below what nests too deeply."""


def plain_outline(lines: list[str], headings: Headings) -> Outline | None:
    """Read the blocks of a file, None if it is not plain."""
    builder = OutlineBuilder(lines, headings)
    try:
        _Scanner(builder, lines, 0).read()
    except UnusualError:
        return None
    return builder.outline


class _Scanner:
    """Reads the lines of a file, or of a quote in it, one block after the other."""

    def __init__(self, builder: OutlineBuilder, lines: list[str], first: int, *, in_quote: bool = False) -> None:
        self._builder = builder
        self._lines = lines
        self._text = "\n".join(lines)
        self._first = first
        self._at = 0
        self._in_quote = in_quote
        self._columns = [0]
        """Where the content of the file and of each open item begins."""

    def read(self) -> None:
        if any(sign in self._text for sign in UNUSUAL):
            raise UnusualError
        position = 0
        while position <= len(self._text):
            match = BLOCK.match(self._text, position)
            if match is None:
                raise UnusualError
            self._at += match["blank"].count("\n")
            if match.lastgroup == "end":
                break
            self._leave(len(match["indent"]))
            position = self._paragraph(match) if match.lastgroup == "body" else self._other(match)
        while len(self._columns) > 1:
            self._close_item()

    @property
    def _line(self) -> int:
        return self._first + self._at

    def _leave(self, indent: int) -> None:
        """Close the items to which a line does not belong."""
        while indent < self._columns[-1]:
            self._close_item()
        if indent - self._columns[-1] >= CODE_INDENT:
            raise UnusualError

    def _open_item(self, column: int) -> None:
        if len(self._columns) > DEPTH_CAP:
            raise UnusualError
        self._columns.append(column)
        self._builder.open(BlockKind.ITEM, self._line, self._line)

    def _close_item(self) -> None:
        self._columns.pop()
        self._builder.close().end = self._line

    def _paragraph(self, match: re.Match[str]) -> int:
        """Take a paragraph, and the begin of an item before it; return where the next line begins."""
        start = match.start("body")
        if match["marker"]:
            self._open_item(start - match.start("indent"))
        end = end_of_paragraph(self._text, match.end(), self._columns[-1])
        content = self._text[start:end]
        breaks = content.count("\n")
        if breaks and self._columns[-1]:
            content = dedented(content, breaks, self._columns[-1])
        self._builder.open(BlockKind.PARAGRAPH, self._line, self._line + breaks + 1)
        self._builder.inline(self._line, trimmed(content))
        self._builder.close()
        self._at += breaks + 1
        return end + 1

    def _other(self, match: re.Match[str]) -> int:
        """Take any other block; return where the next line begins."""
        place = Place(self._lines, self._at, self._columns[-1])
        end = self._take(place, match.lastgroup or "", match[match.lastgroup or 0])
        self._at = end
        return match.start("indent") + sum(map(len, self._lines[place.at : end])) + end - place.at

    def _take(self, place: Place, kind: str, begin: str) -> int:
        end = place.at + 1
        if kind == "heading":
            self._heading(begin)
        elif kind == "comment":
            end = end_of_comment(place, begin)
            self._builder.html(self._line, self._first + end)
        elif kind == "table":
            end = end_of_table(place)
            self._rows((place.at, *range(place.at + 2, end)))
        elif kind == "quote":
            end += self._quote(quoted(place)) - 1
        elif kind == "fence":
            end = end_of_fence(place, begin)
            self._builder.outline.code.update(range(self._line, self._first + end))
        elif begin[0] == "-" and not place.is_blank(place.at - 1):
            # It may underline a heading, or the head of a table.
            raise UnusualError
        else:
            self._builder.rule()
        return end

    def _heading(self, text: str) -> None:
        level = level_of(text)
        self._builder.open(BlockKind.HEADING, self._line, self._line + 1, level)
        self._builder.inline(self._line, title(text))
        self._builder.close()

    def _rows(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._builder.open(BlockKind.ROW, self._first + number, self._first + number + 1)
            self._builder.close()

    def _quote(self, inner: list[str]) -> int:
        if self._in_quote:
            raise UnusualError
        self._builder.open(BlockKind.QUOTE, self._line, self._line + len(inner))
        _Scanner(self._builder, inner, self._line, in_quote=True).read()
        self._builder.close()
        return len(inner)
