"""One decision record: its heading, its blocks, its footers and the front matter."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from verify.model.facts import Footer, Link, Relation
from verify.model.fields import day
from verify.model.location import FactId, Location
from verify.model.record import Record, RecordName, RecordStatus, Supersession
from verify.readers.front_matter import FrontMatter
from verify.readers.outline import Block
from verify.readers.record_links import claims, claims_in, misleading_in, retold_in, stated
from verify.readers.record_numbers import entry_number, file_number, heading_number, is_dated, record_id, title
from verify.readers.record_status import status, written_date, written_status

_RECORD_ID = re.compile(r"adr-\d{1,6}", re.IGNORECASE)
_SECTIONS = re.compile(r"[\W\d_]{0,6}(?:context|decision|consequences)\b", re.IGNORECASE)
_IDS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_SERVES = re.compile(
    r"\b[Ss]erves:[*_\s]{0,9}([a-z0-9]+(?:-[a-z0-9]+)+(?:\s{0,9},\s{0,9}[a-z0-9]+(?:-[a-z0-9]+)+){0,20})"
)
_LINKS = ("supersedes", "superseded-by", "superseded_by", "supersededBy")


class RecordPart(Struct, frozen=True):
    """The blocks of one record: its heading first, if it has one."""

    path: str
    front: FrontMatter
    blocks: Sequence[Block]
    footers: Sequence[Footer]
    is_entry: bool

    @property
    def _stem(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".md")

    @property
    def _heading(self) -> Block | None:
        first = self.blocks[0] if self.blocks else None
        return first if first and (first.level == 1 or (self.is_entry and first.level)) else None

    @property
    def _footer(self) -> Footer | None:
        return next((footer for footer in self.footers if _RECORD_ID.fullmatch(footer.id)), None)

    @property
    def is_record(self) -> bool:
        """Whether it has the form of a record. Raises TemplateError."""
        told = next(self._statuses(), None) is not None
        if self._footer or self.is_entry:
            return True
        if file_number(self._stem) is not None or is_dated(self._stem):
            return told or self._heading is not None or self.front.get("title") is not None
        sections = any(block.level and _SECTIONS.match(block.text) for block in self.blocks)
        return told and (sections or any(name.source == "heading" for name in self._names()))

    def record(self) -> Record:
        """Read the record. Raises TemplateError."""
        names = tuple(self._names())
        number = names[0].number if names else None
        name = record_id(number, self._stem)
        heading = self._heading
        shown = heading.text if heading else self._value("title") or self._stem
        return Record(
            id=name,
            number=number,
            title=title(" ".join(shown.split())),
            location=self._place(heading.start if heading else 0),
            ids=frozenset({name, *self._other_ids()}),
            is_entry=self.is_entry,
            names=names,
            statuses=tuple(self._statuses()),
            date=day(self._value("date") or written_date(self.blocks)),
            formalizes=tuple(self._formalizes(name)),
            serves=tuple(dict.fromkeys(self._serves())),
            supersessions=tuple(dict.fromkeys(self._supersessions())),
            retold=tuple(dict.fromkeys(retold_in(self.path, self.blocks))),
            misleading=tuple(misleading_in(self.path, self.blocks)),
            unread=self.front.unread,
        )

    def _place(self, line: int) -> Location:
        return Location(self.path, line + 1, 1, line + 1)

    def _value(self, key: str) -> str | None:
        entry = self.front.get(key)
        return entry.values[0] if entry else None

    def _names(self) -> Iterator[RecordName]:
        """Yield each number that the record is given, the one that counts first."""
        heading, footer = self._heading, self._footer
        written = [] if self.is_entry else [(file_number(self._stem), "file name", self._place(0))]
        if heading:
            number = (entry_number if self.is_entry else heading_number)(heading.text.strip())
            written.append((number, "heading", self._place(heading.start)))
        if footer:
            written.append((file_number(footer.id), "footer", footer.location))
        if entry := self.front.get("id"):
            written.append((file_number(entry.values[0]), "front matter", self._place(entry.line)))
        yield from (RecordName(number, source, place) for number, source, place in written if number is not None)

    def _other_ids(self) -> Iterator[str]:
        """Yield the ids as they are written, in lower case."""
        yield from (footer.id.casefold() for footer in self.footers if footer.id)
        if value := self._value("id"):
            yield value.casefold()
        if self._heading and (named := _RECORD_ID.search(self._heading.text)):
            yield named.group().casefold()

    def _statuses(self) -> Iterator[RecordStatus]:
        footer = self._footer
        entry = self.front.get("status")
        if entry and (stated := status(entry.values[0], self._place(entry.line))):
            yield stated
        if written := written_status(self.path, self.blocks):
            yield written
        if footer and (value := footer.get("status")) and (stated := status(value, footer.location)):
            yield stated

    def _formalizes(self, source: FactId) -> Iterator[Link]:
        if entry := self.front.get("formalizes"):
            place = self._place(entry.line)
            targets = (target.strip() for value in entry.values for target in value.split(","))
            yield from (Link(source, Relation.FORMALIZES, target, place, place) for target in targets if target)
        for footer in self.footers:
            for target in footer.ids("formalizes"):
                yield Link(source, Relation.FORMALIZES, target, footer.location, footer.location)

    def _serves(self) -> Iterator[str]:
        """Yield the ids behind `Serves:` in the text, the front matter and the footers."""
        entry = self.front.get("serves")
        for value in entry.values if entry else ():
            yield from _IDS.findall(value)
        for block in self.blocks:
            for match in _SERVES.finditer(block.text) if "erves" in block.text else ():
                yield from _IDS.findall(match.group(1))
        for footer in self.footers:
            yield from footer.ids("serves")

    def _supersessions(self) -> Iterator[Supersession]:
        for key, value, place in self._stated():
            yield from stated(key, value, place)
        if entry := self.front.get("status"):
            yield from claims(f"status: {entry.values[0]}", self._place(entry.line))
        yield from claims_in(self.path, self.blocks)

    def _stated(self) -> Iterator[tuple[str, str, Location]]:
        for entry in self.front.entries:
            if entry.key in _LINKS:
                yield from ((entry.key, value, self._place(entry.line)) for value in entry.values)
        for footer in self.footers:
            yield from ((key, ",".join(footer.ids(key)), footer.location) for key in _LINKS[:2])
