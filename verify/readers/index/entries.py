"""Entries of an index: list items and table rows that begin with a link."""

import re
from collections.abc import Mapping

from msgspec import Struct

from verify.model.index import Entry, Link, WikiLink
from verify.model.location import Location
from verify.readers.index.marked_text import Spot, SpotKind

_BOX = re.compile(r"\[[ xX]\][ \t]+")
_ENDS = {SpotKind.LINK, SpotKind.WIKI}


class Text(Struct, frozen=True):
    """One inline text, its first line, what stands in it, and whether it holds a link of any kind."""

    line: int
    content: str
    shown: str
    spots: tuple[Spot, ...]
    told: Mapping[Spot, Link | WikiLink | None]
    linked: bool

    @property
    def link(self) -> Spot | None:
        """The first link or name in double brackets."""
        return next((spot for spot in self.spots if spot.kind in _ENDS), None)

    @property
    def last_line(self) -> int:
        """The number of its last line."""
        return self.line + self.content.count("\n")


class Row(Struct, frozen=True):
    """A list item, of which only the first paragraph counts, or a table row with its cells."""

    texts: tuple[Text, ...]
    is_item: bool

    @property
    def shown(self) -> str:
        """What a reader sees of it."""
        return " | ".join(text.shown for text in self.texts)

    @property
    def linked(self) -> bool:
        """Whether it holds a link of any kind."""
        return any(text.linked or text.link for text in self.texts)

    def place(self, path: str) -> Location:
        """Return its lines."""
        return Location(path, self.texts[0].line, 1, self.texts[-1].last_line)


def entry_of(row: Row, path: str) -> Entry | None:
    """Return the entry that an item or row is; None if something else stands before its first link."""
    text = next((text for text in row.texts if text.link), None)
    spot = text.link if text else None
    if text is None or spot is None or (row.is_item and _says_something(text.content[: spot.start])):
        return None
    behind = " ".join(_bare(text.content[spot.end :]).split())
    others = [other.shown.strip() for other in row.texts if other is not text]
    return Entry(
        target=text.told[spot],
        title=_title(text, spot),
        hook=" ".join([behind, *others]).strip(),
        text=row.shown,
        location=row.place(path),
    )


def _says_something(lead: str) -> bool:
    """Whether a word stands before the link; a box, a number, marks and signs are none."""
    return any(sign.isalpha() for sign in _BOX.sub("", lead, count=1))


def _title(text: Text, spot: Spot) -> str:
    if spot.kind is SpotKind.WIKI:
        return spot.value
    return text.content[spot.start : spot.end].lstrip("[").partition("](")[0]


def _bare(text: str) -> str:
    return text.lstrip("*_~ \t—–:-|")
