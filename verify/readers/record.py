"""Decision records: one file each, or the entries of one file."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from verify.model.location import Location
from verify.model.record import Record
from verify.readers.footer import parse_footer
from verify.readers.front_matter import FrontMatter, read_front_matter
from verify.readers.markdown import parse, split_lines
from verify.readers.outline import Block, Outline
from verify.readers.record_numbers import entry_number, file_number, is_dated, record_id

if TYPE_CHECKING:
    from verify.readers.record_part import RecordPart

_NO_RECORD = {"readme", "index", "toc", "contributing", "overview", "changelog"}
_TEMPLATE = re.compile(
    r"_?(?:(?:[0nx]{1,6}|adr|madr|decision|record)[-_])*template(?:[-_](?:adr|madr|bare|minimal|short|long|full))*"
    r"|0{2,6}[-_].*template.*",
    re.IGNORECASE,
)


def is_left_alone(path: str) -> bool:
    """Whether a file in a folder of records is a template or a page about them."""
    stem = path.rpartition("/")[2].removesuffix(".md")
    return stem.casefold() in _NO_RECORD or _TEMPLATE.fullmatch(stem) is not None


def unreadable_record(path: str) -> Record:
    """Return what the name of a file tells of a record that cannot be read."""
    stem = path.rpartition("/")[2].removesuffix(".md")
    number = file_number(stem)
    name = record_id(number, stem)
    return Record(name, number, stem, Location(path), frozenset({name}), unread="cannot be read")


def read_records(path: str, text: str) -> tuple[Record, ...]:
    """Read the records of one file; none if it has not the form of a record. Raises NestedTooDeeplyError."""
    # Many memories have no records.
    from verify.readers.record_status import TemplateError  # noqa: PLC0415

    lines = split_lines(text)
    front = read_front_matter(lines)
    lines = [""] * front.lines + lines[front.lines :]
    records = []
    for part in _parts(path, front, lines, parse(lines)):
        with suppress(TemplateError):
            records += [part.record()] if part.is_record else []
    return tuple(records)


def _parts(path: str, front: FrontMatter, lines: list[str], outline: Outline) -> "Iterator[RecordPart]":
    """Cut a file into its records."""
    from verify.readers.record_part import RecordPart  # noqa: PLC0415

    blocks = outline.blocks
    footers = [parse_footer(path, p, lines, 0) for p in outline.comments if p.comment.is_footer]
    starts = _entries(path, blocks)
    if not starts:
        yield RecordPart(path, front, _from_title(blocks), footers, is_entry=False)
    positions = [footer.location.line for footer in footers]
    for at in starts:
        ends = (n for n in range(at + 1, len(blocks)) if 0 < blocks[n].level <= blocks[at].level)
        end = next(ends, len(blocks))
        last = blocks[end].start if end < len(blocks) else len(lines)
        own = footers[bisect_right(positions, blocks[at].start) : bisect_right(positions, last)]
        yield RecordPart(path, FrontMatter(), blocks[at:end], own, is_entry=True)


def _entries(path: str, blocks: Sequence[Block]) -> list[int]:
    """Return where the entries of a file of several records begin; nothing for a file that is one record."""
    stem = path.rpartition("/")[2]
    if file_number(stem) is not None or is_dated(stem):
        return []
    named = [n for n, block in enumerate(blocks) if block.level and entry_number(block.text.strip()) is not None]
    outermost = min((blocks[n].level for n in named), default=0)
    found = [n for n in named if blocks[n].level == outermost]
    return found if outermost > 1 or len(found) > 1 else []


def _from_title(blocks: Sequence[Block]) -> Sequence[Block]:
    """Leave out what stands before the title, if there is one."""
    start = next((n for n, block in enumerate(blocks) if block.level == 1), 0)
    return blocks[start:]
