"""Texts of the memory as they are quoted: whole, and without footers."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from verify.comments import replace_comments
from verify.graph import MemoryGraph
from verify.graph.tokens import stands_in
from verify.model.facts import Fact
from verify.model.location import Location
from verify.model.memory import Document
from verify.model.snapshot import Source, Statement, Words

QUOTE_CAP = 4000
"""Characters of one quote; a longer text is named with its length and not quoted."""
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_BULLET = re.compile(r"\s{0,40}(?:[-*+]|\d{1,9}[.)])\s")
_GONE = "\0"
"""Stands where a comment was, so that a line with nothing else can go, too."""


def at(place: Location) -> Source:
    """Return the place of something as a source."""
    return Source(place.path, place.line)


def quoting(words: Words, sources: Sequence[Source], text: str, notes: Sequence[Statement] = ()) -> Statement:
    """Make a statement that quotes a text whole, or says how long it is."""
    if len(text) <= QUOTE_CAP:
        return Statement(words, tuple(sources), text or None, tuple(notes))
    length = f" (its text has {len(text)} characters and is not quoted)"
    return Statement((*words, length), tuple(sources), None, tuple(notes))


class Texts:
    """The texts of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._documents = {document.path: document for document in graph.memory.documents}
        self._blocks: dict[str, list[Location]] = {}

    def fact(self, fact: Fact) -> str:
        """Return the block of a fact, without footers and without facts that stand in it."""
        document = self._documents[fact.block.path]
        first, last = fact.block.line, fact.block.end_line or fact.block.line
        within = [block for block in self._beginning(document, first, last) if _inside(block, first, last)]
        inner = {number for block in within for number in _numbers(block)}
        return plain(document.lines[n - 1] for n in range(first, last + 1) if n not in inner)

    def _beginning(self, document: Document, first: int, last: int) -> Sequence[Location]:
        """Return the blocks of facts that begin between two lines."""
        if document.path not in self._blocks:
            self._blocks[document.path] = sorted((fact.block for fact in document.facts), key=lambda block: block.line)
        blocks = self._blocks[document.path]
        start = bisect_left(blocks, first, key=lambda block: block.line)
        return blocks[start : bisect_right(blocks, last, key=lambda block: block.line)]

    def block(self, place: Location) -> str:
        """Return the lines of a place, without footers."""
        lines = self._documents[place.path].lines
        return plain(lines[place.line - 1 : place.end_line or place.line])

    def parts(self, fact: Fact) -> Iterator[tuple[int, str]]:
        """Yield the parts of a document that one footer belongs to, from heading to heading, each with its line."""
        document = self._documents[fact.block.path]
        first, last = fact.block.line, fact.block.end_line or len(document.lines)
        starts = [n for n in range(first, last + 1) if n == first or _is_heading(document, n)]
        for start, end in zip(starts, [*starts[1:], last + 1], strict=True):
            text = plain(document.lines[start - 1 : end - 1])
            if any(line.strip() and not _HEADING.match(line) for line in text.split("\n")):
                yield start, text

    def passages(self, lines: Sequence[str], name: str) -> Iterator[tuple[int, str]]:
        """Yield each bullet or paragraph that names an id, with the number of its first line."""
        start = 0
        for number in range(1, len(lines) + 1):
            if number == len(lines) or _ends(lines[number]):
                text = "\n".join(lines[start:number])
                if name in text and stands_in(text, name):
                    yield start + 1, plain(lines[start:number])
                start = number


def _ends(line: str) -> bool:
    return not line.strip() or _BULLET.match(line) is not None or _HEADING.match(line) is not None


def _inside(block: Location, first: int, last: int) -> bool:
    end = block.end_line or block.line
    return first <= block.line and end <= last and end - block.line < last - first


def _numbers(block: Location) -> range:
    return range(block.line, (block.end_line or block.line) + 1)


def _is_heading(document: Document, number: int) -> bool:
    return number not in document.code and _HEADING.match(document.lines[number - 1]) is not None


def plain(lines: Iterator[str] | Sequence[str]) -> str:
    """Return lines as one text without comments, blank ends and common indentation."""
    marked = replace_comments("\n".join(lines), lambda comment: _GONE + "\n" * comment.count("\n")).split("\n")
    kept = [line.replace(_GONE, "") for line in marked if _GONE not in line or line.replace(_GONE, "").strip(" \t>")]
    filled = [line for line in kept if line.strip(" \t>")]
    margin = min((len(line) - len(line.lstrip(" ")) for line in filled), default=0)
    start = next((n for n, line in enumerate(kept) if line.strip(" \t>")), len(kept))
    end = next((n for n in range(len(kept), start, -1) if kept[n - 1].strip(" \t>")), start)
    return "\n".join(line[margin:].rstrip() for line in kept[start:end])
