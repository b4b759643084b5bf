"""Facts, threads and links, as one version of a file tells them."""

from enum import Enum
from functools import cached_property

from msgspec import Struct

from verify.model.location import Day, FactId, Location, Stem


class Store(Enum):
    """All live files are one store, all archive files are the other."""

    LIVE = "live"
    ARCHIVE = "archive"


class NodeKind(Enum):
    """What a node of the graph stands for."""

    VISION = "vision"
    BLUEPRINT = "blueprint"
    DECISION = "decision"
    CONVENTION = "convention"
    INVARIANT = "invariant"
    FACT = "fact"
    THREAD = "thread"
    SESSION = "session"
    TOPIC = "topic"


class Relation(Enum):
    """How one node points to another."""

    SERVES = "serves"
    REALIZES = "realizes"
    SUPERSEDES = "supersedes"
    SUPERSEDED_BY = "superseded-by"
    DEPENDS_ON = "depends-on"
    ORIGIN = "origin"
    REFERENCES = "references"
    FORMALIZES = "formalizes"


class Tier(Enum):
    """How far a fact has faded."""

    CORE = "core"
    ACTIVE = "active"
    WORKING = "working"
    ARCHIVE_CANDIDATE = "archive-candidate"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"


class Checkbox(Enum):
    """The box of a list item."""

    NONE = "none"
    OPEN = "open"
    DONE = "done"


_NOTHING = {"none", "n/a", "-"}


class Footer(Struct, frozen=True, array_like=True):
    """An HTML comment ``<!-- id: X | key: value -->``; keys and values as written."""

    id: str
    fields: tuple[tuple[str, str], ...]
    location: Location
    closed: bool = True

    def get(self, key: str) -> str | None:
        """Return the value of the first field with this key."""
        for name, value in self.fields:
            if name == key:
                return value
        return None

    def ids(self, key: str) -> tuple[str, ...]:
        """Return the ids that a key lists, separated by commas."""
        written = self.get(key)
        if not written:
            return ()
        parts = (part.strip(" `[]*") for part in written.split(","))
        return tuple(part for part in parts if part and part.strip("()").lower() not in _NOTHING)

    @property
    def superseded(self) -> bool:
        """Whether it names what took the place of its fact."""
        return bool(self.ids("superseded-by"))


class Link(Struct, frozen=True, array_like=True):
    """A pointer as it is written: the target may not exist. ``source`` is None below no footer.

    ``location`` is the footer's where there is one, ``written`` is where the target stands.
    """

    source: FactId | None
    relation: Relation
    target: str
    location: Location
    written: Location


class Fact(Struct, frozen=True, array_like=True, dict=True):
    """A block that ends in a footer. A field that cannot be read is None."""

    id: FactId
    kind: NodeKind
    store: Store
    footer: Footer
    block: Location
    pinned: bool
    checkbox: Checkbox
    created: Day | None
    last_used: Day | None
    uses: int | None
    tier: Tier | None
    tags: tuple[int, ...] = ()
    """Numbers of the decision records that its first line or title names: ``(ADR-0004)``."""
    cited: tuple[int, ...] = ()
    """Numbers of all decision records that its text names."""

    @property
    def superseded(self) -> bool:
        """Whether the footer says that something took its place."""
        return self.tier is Tier.SUPERSEDED or self.footer.superseded

    @cached_property
    def origin(self) -> Stem | None:
        """The session that the footer names, in either spelling."""
        written = (self.footer.get("origin") or "").strip("`")
        return Stem(written.rpartition("/")[2].removesuffix(".md")) or None

    @property
    def from_outside(self) -> bool:
        """Whether its origin is no session but a person or a document: ``human NAME``, ``external PATH``."""
        return (self.footer.get("origin") or "").casefold().startswith(("human ", "external "))

    @property
    def location(self) -> Location:
        """The line of the footer."""
        return self.footer.location


class PathMention(Struct, frozen=True):
    """What may be a path, in backticks in the text of a fact."""

    fact: FactId
    path: str
    location: Location


class Thread(Struct, frozen=True):
    """A list item with a checkbox, with or without a footer."""

    fact: FactId | None
    checkbox: Checkbox
    block: Location
    text: str
    blueprint: bool
    lines: int
    """Lines of the item that are not blank and belong to no nested item with a checkbox."""
