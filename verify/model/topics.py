"""What a TSVC workspace holds: topics, their decisions and exchanges, and the record of switches."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from msgspec import Struct, field

from verify.model.instant import Instant
from verify.model.location import BlobId, Location
from verify.model.report import Problem


class Layout(Enum):
    """How the index lists its topics; the value is what the layout is called in messages."""

    MANAGER = "an object"
    PROTOCOL = "an array"


STATUSES = {
    Layout.MANAGER: ("active", "paged", "closed"),
    Layout.PROTOCOL: ("active", "paged", "archived"),
}
ACTIVE = "active"
CLOSED = "closed"


class Flaw(Struct, frozen=True):
    """The first place where a file is not what it must be; ``mild`` where no earlier content is lost."""

    location: Location
    subject: str
    message: str
    mild: bool = False


class Timestamp(Struct, frozen=True):
    """A time as written, and the instant that it names; None if it names none for sure."""

    text: str
    instant: Instant | None
    days: tuple[str, ...] = ()
    """The day in UTC and, where it differs, that of the offset it was written with."""


class Entry(Struct, frozen=True):
    """A topic as the index lists it."""

    id: str
    location: Location
    title: str | None
    status: str | None
    summary: str
    last_active: Timestamp | None
    exchange_count: int | None


class Index(Struct, frozen=True):
    """The list of topics; ``active_topic`` is None where it names none."""

    path: str
    layout: Layout
    entries: tuple[Entry, ...]
    active_topic: str | None


class Decision(Struct, frozen=True):
    """A decision of one topic, which is named after the folder of its state."""

    id: str
    topic: str
    location: Location
    text: str | None
    date: str | None
    timestamp: Timestamp | None
    depends_on: str | None
    superseded_by: str | None
    superseded_at: Timestamp | None

    @property
    def in_force(self) -> bool:
        """Whether no other decision took its place."""
        return self.superseded_by is None


class TopicState(Struct, frozen=True):
    """What a topic's own file says; ``topic`` is the folder that it stands in."""

    topic: str
    path: str
    id: str | None
    title: str | None
    status: str | None
    summary: str
    created_at: Timestamp | None
    last_active: Timestamp | None
    closed_at: Timestamp | None
    compaction_count: int | None
    related: tuple[str, ...]
    decisions: tuple[Decision, ...]


class ExchangeKey(NamedTuple):
    """What makes two exchanges one: who, when, and how the text begins."""

    role: str
    instant: Instant
    text: str


class Exchange(Struct, frozen=True):
    """One line of a conversation or archive; a line without role is something else than an exchange."""

    line: int
    role: str | None
    text: str | None
    instant: Instant | None
    type: str | None
    topic: str | None
    """The topic that the line itself names."""

    @property
    def key(self) -> ExchangeKey | None:
        """Its key; None where its time is not known for sure."""
        if self.role is None or self.text is None or self.instant is None:
            return None
        return ExchangeKey(self.role, self.instant, self.text)


class Conversation(Struct, frozen=True):
    """One file of exchanges that could be read to its end."""

    topic: str
    path: str
    archive: bool
    lines: tuple[Exchange, ...]


class ContextDecision(Struct, frozen=True):
    """A decision that a context names at the end of a line."""

    id: str
    line: int


class Context(Struct, frozen=True):
    """The rendered context of a topic; ``count`` is the number in the heading of its decisions."""

    topic: str
    path: str
    id: str | None
    id_line: int
    title: str | None
    count: int | None
    count_line: int
    decisions: tuple[ContextDecision, ...]


class Item(Struct, frozen=True):
    """An item of a ``where-are-we.md``, without its time and its check mark."""

    section: str
    line: int
    text: str


class WhereAreWe(Struct, frozen=True):
    """The running notes of a topic; ``names`` is the topic of its second line."""

    topic: str
    path: str
    names: str | None
    items: tuple[Item, ...]


class ActiveState(Struct, frozen=True):
    """The pointer file; ``named`` tells whether it has a pointer at all."""

    path: str
    named: bool
    active_topic: str | None
    switch_count: int | None


class Switch(Struct, frozen=True):
    """One recorded change of the active topic."""

    origin: str | None
    target: str | None
    type: str | None


class Compaction(Struct, frozen=True):
    """One recorded move of older exchanges into an archive."""

    topic: str
    instant: Instant | None
    original: int | None
    kept: int | None
    archived: int | None


class Metrics(Struct, frozen=True):
    """What the tools counted; ``switches`` is None where they recorded none."""

    path: str
    switches: tuple[Switch, ...] | None
    compactions: tuple[Compaction, ...]


class PendingSwitch(Struct, frozen=True):
    """The files that live while a switch is under way: which there are, and what they say.

    ``garbled`` tells that the announcement does not parse. ``messages`` are those that triggered this
    switch and earlier ones.
    """

    files: tuple[str, ...] = ()
    announced: str | None = None
    origin: str | None = None
    target: str | None = None
    next_topic: str | None = None
    garbled: bool = False
    messages: frozenset[str] = frozenset()


class Workspace(Struct, frozen=True):
    """One TSVC workspace in one state; without ``index`` nothing but flaws and problems is known of it."""

    root: str
    index: Index | None
    unread: str = ""
    """Why there is no index."""
    states: tuple[TopicState, ...] = ()
    conversations: tuple[Conversation, ...] = ()
    stray: str | None = None
    """A file that belongs to the other layout."""
    contexts: tuple[Context, ...] = ()
    where_are_we: tuple[WhereAreWe, ...] = ()
    active: ActiveState | None = None
    metrics: Metrics | None = None
    pending: PendingSwitch = PendingSwitch()
    flaws: tuple[Flaw, ...] = ()
    problems: tuple[Problem, ...] = ()
    paths: frozenset[str] = frozenset()
    """Every file that was read."""
    blobs: Mapping[str, BlobId] = field(default_factory=dict)
    """The name that git gives the content of each file that was read."""
