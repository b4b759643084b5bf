"""One memory file that is no session, read as a whole."""

import re
from collections.abc import Iterator

from verify.model.location import Location
from verify.model.memory import Document, IndexLine, Role, StateField
from verify.readers.facts import facts, links, place_footers, threads
from verify.readers.markdown import parse, split_lines
from verify.readers.outline import Block, BlockKind, Outline
from verify.readers.path_mentions import path_mentions

_FIELD = re.compile(r"\*\*([A-Za-z][\w-]*)(?::\*\*|\*\*:)[ \t]*")
_CELL = re.compile(r"[ \t]{1,9}(?:—|–|--?)[ \t]{1,9}")
_RULE = re.compile(r"[ \t>]*[|:-][|:\- \t]*-[|:\- \t]*")
_INDEX_ID = re.compile(r"[`*\[]*([A-Za-z0-9][\w.-]*)[`*\]]*")


def read_document(path: str, role: Role, text: str) -> Document:
    """Read one file. Raises NestedTooDeeplyError."""
    lines = split_lines(text)
    outline = parse(lines)
    placements = place_footers(path, role, lines, outline)
    return Document(
        path=path,
        role=role,
        lines=tuple(lines),
        code=frozenset(number + 1 for number in outline.code),
        facts=tuple(facts(placements)),
        threads=tuple(threads(placements)),
        footers=tuple(placements.footers),
        links=tuple(links(placements)),
        paths=tuple(path_mentions(placements)) if role is not Role.ARCHIVE else (),
        state=tuple(_state(path, lines, outline)) if role is Role.CONTINUITY else (),
        index=tuple(_index(path, lines, outline)) if role is Role.ARCHIVE_INDEX else (),
    )


def _state(path: str, lines: list[str], outline: Outline) -> Iterator[StateField]:
    for block in _items(outline):
        line, inline = block.texts[0]
        in_state = any(title.casefold().startswith("project state") for title in block.headings)
        raw = " ".join(lines[line : line + inline.visible.count("\n") + 1])
        match = _FIELD.search(raw) if in_state and _FIELD.match(inline.visible) else None
        if match:
            value = " ".join(raw[match.end() :].split())
            yield StateField(match.group(1), value, Location(path, line + 1, 1, line + 1))


def _items(outline: Outline) -> Iterator[Block]:
    return (block for block in outline.blocks if block.kind is BlockKind.ITEM and block.texts)


def _index(path: str, lines: list[str], outline: Outline) -> Iterator[IndexLine]:
    for block in outline.blocks:
        if not block.texts or block.kind not in {BlockKind.ITEM, BlockKind.ROW}:
            continue
        line, inline = block.texts[0]
        text = inline.visible.strip()
        row = block.kind is BlockKind.ROW
        cells = [cell.strip() for cell in (text.strip("|").split("|") if row else _CELL.split(text))]
        match = _INDEX_ID.fullmatch(cells[0])
        header = row and line + 1 < len(lines) and _RULE.fullmatch(lines[line + 1]) is not None
        if match and len(cells) > 1 and not header:
            yield IndexLine(match.group(1), tuple(cells[1:]), Location(path, line + 1, 1, line + 1))
