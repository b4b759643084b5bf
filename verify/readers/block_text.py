"""The text of the block that a footer ends: without footers, marks and nested facts."""

import re
from collections.abc import Iterator

from verify.readers.facts import Placements
from verify.readers.outline import Block

_LEAD = re.compile(r"(?:>[ \t]*)+|(?:[-*+]|\d{1,9}[.)])[ \t]+|#{1,6}[ \t]+")
_BOX = re.compile(r"\[[ xX]\](?:[ \t]+|$)")


def block_text(placements: Placements, block: Block) -> str:
    """Return the lines of a block without its footers and without nested items that have their own."""
    skipped = set(owned_lines(placements, block))
    kept: list[str] = []
    for number in range(block.start, block.end):
        if number in skipped:
            continue
        line = _without_footers(placements, number) if number in placements.on_line else placements.lines[number]
        line = line.strip()
        # Most lines begin with a letter, and so with no mark.
        line = line if line[:1].isalpha() else _without_marks(line)
        if line:
            kept.append(line)
    return "\n".join(kept)


def owned_lines(placements: Placements, block: Block) -> Iterator[int]:
    """Yield the lines of a block that belong to facts inside it, from 0."""
    for child in block.children:
        if placements.owned(child):
            yield from range(child.start, child.end)
        else:
            yield from owned_lines(placements, child)


def _without_footers(placements: Placements, number: int) -> str:
    line = placements.lines[number]
    for footer in reversed(placements.on_line[number]):
        start = footer.location.column - 1
        end = line.find("-->", start)
        line = line[:start] + (line[end + 3 :] if end >= 0 else "")
    return line


def _without_marks(line: str) -> str:
    while lead := _LEAD.match(line):
        line = line[lead.end() :]
    box = _BOX.match(line)
    return line[box.end() :] if box else line
