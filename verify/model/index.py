"""Memory that an agent finds through an index: what its files say."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from verify.model.location import Location
from verify.model.page_kind import PageKind
from verify.model.report import Problem
from verify.model.store import StoreFormat


class Link(Struct, frozen=True):
    """A link to a file. ``written`` is its target without anchor and query, ``path`` that without escapes.

    One that is ``bare`` is a word without dot or slash; one that is ``planned`` stands in an open task.
    """

    written: str
    path: str
    anchor: str
    location: Location
    bare: bool = False
    planned: bool = False


class WikiLink(Struct, frozen=True):
    """A reference by name, which may lead nowhere by design."""

    name: str
    location: Location


class Span(Struct, frozen=True):
    """Inline code, without its ticks."""

    text: str
    location: Location


class Entry(Struct, frozen=True):
    """A list item or table row that begins with a link; ``target`` is None if that leads to no file.

    ``hook`` is what stands behind the link.
    """

    target: Link | WikiLink | None
    title: str
    hook: str
    text: str
    location: Location


class Item(Struct, frozen=True):
    """A list item or table row, as a reader sees it; ``linked`` says that it holds a link of any kind."""

    text: str
    linked: bool
    is_row: bool
    location: Location


class Heading(Struct, frozen=True):
    """A heading outside lists and quotes."""

    level: int
    text: str
    location: Location


class FrontMatter(Struct, frozen=True):
    """The keys at the top of a file. ``refusal`` tells why a strict reader loses all of them.

    ``lines`` is how many lines they take. One that is ``open`` has no end.
    """

    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lines: int = 0
    refusal: str = ""
    refused_at: int = 1
    open: bool = False
    unread: str = ""

    def get(self, key: str) -> str:
        """Return the first value of a key, empty if there is none."""
        return next(iter(self.values.get(key, ())), "")


class Page(Struct, frozen=True):
    """One file of a store."""

    path: str
    kind: PageKind
    lines: Sequence[str]
    front: FrontMatter = FrontMatter()
    links: tuple[Link, ...] = ()
    wiki_links: tuple[WikiLink, ...] = ()
    spans: tuple[Span, ...] = ()
    entries: tuple[Entry, ...] = ()
    items: tuple[Item, ...] = ()
    headings: tuple[Heading, ...] = ()
    prose: Sequence[tuple[int, str]] = ()
    """Each text outside blocks of code, with the number of its first line; inline code and comments are in it."""
    code: frozenset[int] = frozenset()
    """Numbers of the lines in blocks of code."""

    @property
    def name(self) -> str:
        """The file name."""
        return self.path.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The file name without its ending."""
        return self.name.removesuffix(".md")


class Rule(Struct, frozen=True):
    """One rule file, with the front matter that tells for which files it is loaded."""

    path: str
    front: FrontMatter
    lines: Sequence[str]


class IndexStore(Struct, frozen=True):
    """One store: its folder, its pages sorted by path, and the rules beside it.

    ``workspace`` is the folder in which it was found, empty for the root.
    """

    format: StoreFormat
    path: str
    workspace: str
    pages: tuple[Page, ...]
    rules: tuple[Rule, ...]
    problems: tuple[Problem, ...]
