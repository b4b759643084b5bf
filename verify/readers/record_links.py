"""What a decision record says of other records."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from verify.model.facts import Relation
from verify.model.location import Location
from verify.model.record import MisleadingLink, RecordTarget, Supersession
from verify.readers.line_numbers import on_lines
from verify.readers.outline import Block, BlockKind
from verify.readers.record_numbers import entry_number, file_number, is_dated, link_number

_A_LINK = r"\[(?P<text>[^\[\]\n]{1,300})\](?:\(<?(?P<to>[^()\s<>]{1,500})>?(?:\s[^()\n]{0,200})?\))?"
_REFERENCE = re.compile(
    rf"{_A_LINK}"
    r"|(?P<named>adr[ \-_]?\d{1,6}(?![0-9A-Za-z])(?:[-_][\w-]{1,200})?)(?:\.md)?"
    r"|(?P<stem>\d{3,8}[-_][\w-]{1,200})(?:\.md)?"
    r"|\#?(?P<bare>\d{1,6})(?=\s*(?:$|[,;.)(&/—–]|and\b))",
    re.IGNORECASE,
)
_ANYWHERE = re.compile(
    rf"{_A_LINK}|(?P<named>\badr[ \-_]?\d{{1,6}}(?![0-9A-Za-z])(?:[-_][\w-]{{1,200}})?)", re.IGNORECASE
)
_BETWEEN = re.compile(r"[\s*_,&+/;:|]{0,20}(?:and\s{1,3})?[*_]{0,3}")
_VERB = r"(?P<verb>[Ss]uper[sc]edes|[Ss]uper[sc]eded[ _-]?[Bb]y)\b"
_CLAIM = re.compile(rf"(?:\A[\W_]{{0,12}}|^[\W_]{{0,12}}(?=S)|[·|][\W_]{{0,12}}(?=S)){_VERB}", re.MULTILINE)
_STATUS = re.compile(r"\bstatus[ \t*_]{0,4}[:：]", re.IGNORECASE)
_STATUS_CLAIM = re.compile(rf"(?:[\W_]{{0,12}}|[^\n·]{{0,200}}?(?:[,;.(—–]|\s-)\s{{0,3}}){_VERB}")
_PART = re.compile(r"\b(?:partial|partially|partly|in part|parts? of|sections?|clauses?|scope|only)\b|§", re.IGNORECASE)
_RETELLING = re.compile(r"super[sc]ed|replac", re.IGNORECASE)
_FRAGMENT = re.compile(r"adr-?0*(\d{1,6})(?![0-9a-z])", re.IGNORECASE)


class _Link(Struct, frozen=True):
    text: str
    file: str
    number: int | None
    """That of the file or the entry to which it leads."""


def targets(text: str, folder: str, start: int = 0) -> tuple[RecordTarget, ...]:
    """Return the records that a text lists from some place on, up to the first word that is none."""
    found = []
    position = _BETWEEN.match(text, start)
    while position and (match := _REFERENCE.match(text, position.end())):
        found += [target for target in [_target(match, folder)] if target]
        position = _BETWEEN.match(text, match.end())
    return tuple(found)


def claims(text: str, location: Location) -> Iterator[Supersession]:
    """Yield what a text says of supersession, at its beginning, at that of a line, or as its status."""
    in_status = (_STATUS_CLAIM.match(text, key.end()) for key in _STATUS.finditer(text))
    for said in (_CLAIM.finditer(text), (match for match in in_status if match)):
        for line, match in on_lines(said, location.line, "verb"):
            if not _concerns_part(text, match):
                yield from stated(match.group("verb"), text, Location(location.path, line, 1, line), match.end())


def _concerns_part(text: str, match: re.Match[str]) -> bool:
    end = text.find("\n", match.end())
    return _PART.search(text, match.start(), end if end >= 0 else len(text)) is not None


def stated(verb: str, text: str, location: Location, start: int = 0) -> Iterator[Supersession]:
    """Yield a supersession for each record that is listed behind a verb or a key."""
    by = verb.casefold().endswith("by")
    for target in targets(text, _folder(location.path), start):
        yield Supersession(Relation.SUPERSEDED_BY if by else Relation.SUPERSEDES, target, location)


def claims_in(path: str, blocks: Sequence[Block]) -> Iterator[Supersession]:
    """Yield what the blocks of a record say of supersession."""
    for line, text, _ in _texts(blocks):
        yield from claims(text, Location(path, line + 1))


def retold_in(path: str, blocks: Sequence[Block]) -> Iterator[RecordTarget]:
    """Yield each record that stands in one block, or below one heading, with a word for superseding."""
    for _, text, headings in _texts(blocks):
        if _RETELLING.search(text) or any(_RETELLING.search(heading) for heading in headings):
            found = (_target(match, _folder(path)) for match in _ANYWHERE.finditer(text))
            yield from (target for target in found if target)


def misleading_in(path: str, blocks: Sequence[Block]) -> Iterator[MisleadingLink]:
    """Yield the links whose text gives another number than the file to which they lead."""
    for line, text, _ in _texts(blocks):
        for at, match in on_lines(_ANYWHERE.finditer(text), line + 1):
            link = _link(match, _folder(path)) if match.group("to") else None
            # The text of a link into a section may well begin with the number of that section.
            into_section = link is not None and link.file != "" and "#" in match.group("to")
            shown = link_number(link.text) if link else None
            if link and link.number is not None and not into_section and shown not in {None, link.number}:
                target = RecordTarget(link.number, link.file, link.file or match.group("to"))
                yield MisleadingLink(shown or 0, target, Location(path, at, 1, at))


def _texts(blocks: Sequence[Block]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    for block in blocks:
        if block.kind in {BlockKind.PARAGRAPH, BlockKind.ROW}:
            yield from ((line, inline.visible, block.headings) for line, inline in block.texts)


def _folder(path: str) -> str:
    return path.rpartition("/")[0].rpartition("/")[2]


def _target(match: re.Match[str], folder: str) -> RecordTarget | None:
    found = match.groupdict()
    if found.get("to"):
        link = _link(match, folder)
        number = link.number if link and link.number is not None else link_number(link.text) if link else None
        return RecordTarget(number, link.file, link.text) if link and (link.file or number is not None) else None
    if found.get("bare"):
        return RecordTarget(int(found["bare"]), "", found["bare"])
    written = (found.get("text") or found.get("named") or found.get("stem") or "").strip()
    number = entry_number(written) if found.get("named") else link_number(written)
    stem = written.removesuffix(".md")
    return (
        RecordTarget(number, f"{stem}.md" if is_dated(stem) else "", written)
        if number is not None or is_dated(stem)
        else None
    )


def _link(match: re.Match[str], folder: str) -> _Link | None:
    """Return a link to a file of the same folder or to an entry of the same file; None for any other."""
    path, _, fragment = match.group("to").partition("#")
    text = match.group("text").strip()
    if not path:
        named = _FRAGMENT.match(fragment)
        return _Link(text, "", int(named.group(1)) if named else None)
    where, _, file = path.removeprefix("./").rpartition("/")
    if ":" in path or (where and where.rpartition("/")[2] != folder):
        return None
    return _Link(text, file, file_number(file))
