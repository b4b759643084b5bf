"""An outline as plain values, so that two of them can be compared in full."""

from typing import Any

from verify.readers.outline import Block, Outline


def shape(outline: Outline) -> tuple[Any, ...]:
    """Return all fields of all blocks, comments and lines; blocks name each other by their position."""
    blocks = (outline.root, *outline.blocks)
    numbers = {id(block): number for number, block in enumerate(blocks)}
    comments = [(placed.comment, placed.line, numbers[id(placed.block)]) for placed in outline.comments]
    return [_fields(block, numbers) for block in blocks], comments, outline.code, outline.headings


def _fields(block: Block, numbers: dict[int, int]) -> dict[str, Any]:
    fields = {name: getattr(block, name) for name in block.__struct_fields__}
    parent = numbers[id(block.parent)] if block.parent else None
    return fields | {"parent": parent, "children": [numbers[id(child)] for child in block.children]}
