"""One file of a store: its links, entries, headings and texts."""

from collections.abc import Iterator, Sequence

from markdown_it.token import Token
from msgspec import Struct, field

from verify.model.index import Entry, Heading, Item, Link, Page, Span, WikiLink
from verify.model.location import Location
from verify.model.page_kind import PageKind
from verify.readers.index.entries import Row, Text, entry_of
from verify.readers.index.front_matter import read_front_matter
from verify.readers.index.marked_text import Spot, SpotKind, hidden_wiki_links, shown, spots, tokens
from verify.readers.index.targets import is_bare, path_of, split_target
from verify.readers.markdown import split_lines

BRACKET_CAP = 100_000
"""Opening brackets in one file: each costs the parser a look at what follows."""
_OPEN_TASK = "[ ]"
_CODE = {"fence", "code_block"}


def read_page(path: str, kind: PageKind, text: str) -> Page:
    """Read one file. Raises NestedTooDeeplyError."""
    lines = split_lines(text)
    front = read_front_matter(lines)
    builder = _Builder(path, lines)
    for token in tokens([""] * front.lines + lines[front.lines :]):
        builder.take(token)
    return Page(
        path=path,
        kind=kind,
        lines=lines,
        front=front,
        links=tuple(builder.links),
        wiki_links=tuple(builder.wiki_links),
        spans=tuple(builder.spans),
        entries=tuple(builder.entries),
        items=tuple(builder.items),
        headings=tuple(builder.headings),
        prose=builder.prose,
        code=frozenset(builder.code),
    )


class _OpenItem(Struct):
    planned: bool
    is_told: bool = False


class _Builder(Struct):
    """Takes the tokens of one file, one by one."""

    path: str
    lines: Sequence[str]
    links: list[Link] = field(default_factory=list)
    wiki_links: list[WikiLink] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)
    code: set[int] = field(default_factory=set)
    _open: list[_OpenItem] = field(default_factory=list)
    _row: list[Text] | None = None
    _heading: Token | None = None
    _in_head: bool = False

    def take(self, token: Token) -> None:
        match token.type:
            case "list_item_open":
                self._open.append(_OpenItem(planned=bool(self._open and self._open[-1].planned)))
            case "list_item_close":
                self._open.pop()
            case "thead_open" | "thead_close":
                self._in_head = token.nesting > 0
            case "tr_open":
                self._row = []
                self._hidden(token)
            case "tr_close":
                self._close_row()
            case "heading_open" | "heading_close":
                self._heading = token if token.nesting > 0 and token.level == 0 else None
            case "inline":
                self._inline(token)
            case kind if kind in _CODE and token.map:
                self.code.update(range(token.map[0] + 1, token.map[1] + 1))

    def _inline(self, token: Token) -> None:
        text = self._text(token)
        self.prose.append((text.line, text.content))
        item = self._open[-1] if self._open else None
        if self._row is not None:
            self._row.append(text)
        elif self._heading is not None:
            place = Location(self.path, text.line, 1, text.line)
            self.headings.append(Heading(int(self._heading.tag[1]), text.shown.strip(), place))
        elif item and not item.is_told:
            item.is_told = True
            item.planned = item.planned or text.content.startswith(_OPEN_TASK)
            self._tell(Row((text,), is_item=True))

    def _text(self, token: Token) -> Text:
        line = (token.map or (0, 0))[0] + 1
        found = tuple(spots(token))
        planned = bool(self._open and self._open[-1].planned) or token.content.startswith(_OPEN_TASK)
        told = {spot: self._told(spot, self._place(line, token.content, spot), planned=planned) for spot in found}
        linked = any(child.type == "link_open" for child in token.children or ())
        return Text(line, token.content, shown(token), found, told, linked)

    def _place(self, line: int, content: str, spot: Spot) -> Location:
        at = line + content.count("\n", 0, spot.start)
        source = self.lines[at - 1] if at <= len(self.lines) else ""
        column = source.find(content[spot.start : spot.end].partition("\n")[0])
        return Location(self.path, at, max(column, 0) + 1, line + content.count("\n", 0, spot.end))

    def _told(self, spot: Spot, place: Location, *, planned: bool) -> Link | WikiLink | None:
        if spot.kind is SpotKind.CODE:
            self.spans.append(Span(spot.value, place))
        elif spot.kind is SpotKind.WIKI:
            self.wiki_links.append(WikiLink(spot.value, place))
            return self.wiki_links[-1]
        else:
            written, anchor = split_target(spot.value)
            if path := path_of(written):
                self.links.append(Link(written, path, anchor, place, is_bare(path), planned))
                return self.links[-1]
        return None

    def _hidden(self, token: Token) -> None:
        line = (token.map or (0, 0))[0]
        for name in hidden_wiki_links(self.lines[line]):
            self.wiki_links.append(WikiLink(name, Location(self.path, line + 1, 1, line + 1)))

    def _close_row(self) -> None:
        cells, self._row = self._row, None
        if cells and not self._in_head:
            self._tell(Row(tuple(cells), is_item=False))

    def _tell(self, row: Row) -> None:
        self.items.append(Item(row.shown, row.linked, not row.is_item, row.place(self.path)))
        self.entries += _one(entry_of(row, self.path))


def _one(entry: Entry | None) -> Iterator[Entry]:
    if entry:
        yield entry
