"""What may be a path, in backticks in the text of a fact; only git can tell whether it is one."""

import re
from collections.abc import Iterator, Sequence

from verify.model.facts import PathMention
from verify.model.location import FactId, Location
from verify.readers.facts import Placements
from verify.readers.inline import Inline
from verify.readers.outline import Block, BlockKind

_LEAVES = {BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.ROW}
_PATH = re.compile(
    r"(?:\./)?([\w.@+(\[][^\s\x00-\x1f\x7f\\*?<>{}$|\"'`:#…]{0,299})(?:(?::\d+(?:[-:]\d+)?|::\S{1,200}|#\S{0,200}))?"
)
_CLIMBING = re.compile(r"(?:^|/)\.{1,2}(?:/|$)|//")


def path_mentions(placements: Placements) -> Iterator[PathMention]:
    """Yield the code spans that may be paths, each with the fact in whose text it stands."""
    for block in placements.outline.blocks:
        fact = _fact(placements, block) if block.kind in _LEAVES and any(i.hidden for _, i in block.texts) else None
        for line, inline in block.texts if fact else ():
            for at, column, path in _paths(inline, line, placements.lines):
                if fact:
                    yield PathMention(fact, path, Location(placements.path, at + 1, column + 1, at + 1))


def _paths(inline: Inline, line: int, lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and path of each span; both go on from the span before, so that the work is linear."""
    position, column = 0, 0
    for start, span in inline.spans:
        ends = inline.text.count("\n", position, start)
        position, line, column = start, line + ends, 0 if ends else column
        path = as_path(span)
        if path:
            found = lines[line].find(span.strip(), column)
            column = max(found, column)
            yield line, max(found, 0), path


def as_path(span: str) -> str | None:
    """Return the path that a code span may be, without a line number or fragment behind it."""
    match = _PATH.fullmatch(span.strip())
    path = match.group(1) if match else ""
    return path if path and not _CLIMBING.search(path) else None


def _fact(placements: Placements, block: Block) -> FactId | None:
    here: Block | None = block
    while here is not None:
        ids = [footer.id for footer in placements.owned(here) if footer.id]
        if ids:
            return FactId(ids[0])
        here = here.parent
    return None
