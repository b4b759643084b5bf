"""The status and the date of a decision record."""

import re
from collections.abc import Iterator, Sequence

from verify.model.location import Location
from verify.model.record import RecordStatus
from verify.readers.line_numbers import on_lines
from verify.readers.outline import Block, BlockKind

_KNOWN = re.compile(r"(?:(?:partially|partly) )?(?:proposed|accepted|rejected|deprecated|superseded|draft)\b")
_KEY = re.compile(r"(?:^|[·|])[ \t>*_+-]{0,12}status[ \t*_]{0,4}[:：][ \t*_]{0,6}(.*)", re.IGNORECASE | re.MULTILINE)
_DATE = re.compile(r"\bdate[ \t*_]{0,4}[:：|][ \t*_]{0,6}(\d{4}-\d{2}-\d{2})", re.IGNORECASE)
_SECTION = re.compile(r"[\W\d_]{0,6}status[\W_]{0,3}", re.IGNORECASE)
_IMAGE = re.compile(r"!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)")
_LINK = re.compile(r"\[([^\]\n]{0,300})\](?:\([^)\n]{0,500}\))?")
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_BEHIND = re.compile(r"[(,;:.—–|·]|\s-\s")
_MOST_WORDS = 3
_SHOWN = 60


class TemplateError(Exception):
    """The status is still a choice of several: the page is a template."""


def plain(text: str) -> str:
    """Return a text without images, marks, the targets of its links, and what is struck out."""
    text = _STRUCK.sub("", _LINK.sub(r"\1", _IMAGE.sub("", text)))
    return " ".join(re.sub(r"[*_`\[\]{}\"]", "", text).split())


def status(written: str, location: Location) -> RecordStatus | None:
    """Read one status; None if it is prose. Raises TemplateError."""
    text = re.sub(r"^[\W\d_]{1,40}", "", plain(written))
    words = text.casefold().replace("superced", "supersed")
    choices = [choice for choice in re.split(r"[|/]", words) if _KNOWN.match(choice.strip(" '"))]
    if len(choices) > 1:
        raise TemplateError
    head = _BEHIND.split(text, maxsplit=1)[0].strip()
    if not _KNOWN.match(words) and not 0 < len(head.split()) <= _MOST_WORDS:
        return None
    return RecordStatus(head[:_SHOWN], words, location)


def written_status(path: str, blocks: Sequence[Block]) -> RecordStatus | None:
    """Return the status in the text of a record: before its first section, else in the section of that name.

    Of several lines one that says superseded counts, else the first that is a usual status, else the
    first. Raises TemplateError.
    """
    found = list(_before_sections(path, blocks)) or list(_in_section(path, blocks))
    superseded = (one for one in found if one.words.startswith("superseded"))
    known = (one for one in found if _KNOWN.match(one.words))
    return next(superseded, None) or next(known, None) or next(iter(found), None)


def preamble(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks of a record before its first section; a heading that begins it does not count."""
    for block in blocks:
        if block.kind is BlockKind.HEADING and block is not blocks[0]:
            return
        if block.kind in {BlockKind.PARAGRAPH, BlockKind.ROW}:
            yield block


def written_date(blocks: Sequence[Block]) -> str | None:
    """Return the date before the first section of a record."""
    found = (_DATE.search(block.text) for block in preamble(blocks))
    return next((match.group(1) for match in found if match), None)


def _before_sections(path: str, blocks: Sequence[Block]) -> Iterator[RecordStatus]:
    for block in preamble(blocks):
        for line, text in _texts(block):
            for at, match in on_lines(_KEY.finditer(text), line, 1):
                yield from _read(path, at, match.group(1).split("·")[0])
            cells = [plain(cell) for cell in text.strip().strip("|").split("|")]
            if block.kind is BlockKind.ROW and len(cells) == 2 and cells[0].casefold() == "status":
                yield from _read(path, line, cells[1])


def _in_section(path: str, blocks: Sequence[Block]) -> Iterator[RecordStatus]:
    inside = False
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            inside = block is not blocks[0] and _SECTION.fullmatch(block.text) is not None
        elif inside and block.kind is BlockKind.PARAGRAPH:
            for line, text in _texts(block):
                for number, part in enumerate(text.split("\n"), line):
                    yield from _read(path, number, part)


def _texts(block: Block) -> Iterator[tuple[int, str]]:
    return ((line, inline.visible) for line, inline in block.texts)


def _read(path: str, line: int, text: str) -> Iterator[RecordStatus]:
    read = status(text, Location(path, line + 1, 1, line + 1)) if text.strip() else None
    if read:
        yield read
