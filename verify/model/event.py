"""What can happen to a fact, each time with the commit that shows it."""

from enum import Enum

from msgspec import Struct

from verify.model.facts import NodeKind
from verify.model.history import Judgement
from verify.model.location import CommitId, Day, FactId, Stem


class EventKind(Enum):
    """What happened; within one commit events stand in this order."""

    CREATED = "created"
    RETURNED = "returned"
    SWITCHED = "switched"
    EXCHANGED = "exchanged"
    DECIDED = "decided"
    CHANGED = "changed"
    DONE = "done"
    REOPENED = "reopened"
    MOVED = "moved"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    REACTIVATED = "reactivated"
    COMPACTED = "compacted"
    PAGED = "paged"
    CLOSED = "closed"
    LOST = "lost"
    REFERENCED = "referenced"
    RELIED_ON = "relied-on"


class Side(Enum):
    """Which of two texts a run of words belongs to."""

    BOTH = "kept"
    OLD = "removed"
    NEW = "added"


class Words(Struct, frozen=True):
    """A run of words that two texts share, or that only one of them has."""

    side: Side
    text: str


class Wording(Struct, frozen=True):
    """The text with which a fact came."""

    text: str


class Rewording(Struct, frozen=True):
    """Two texts and what their difference is worth.

    No judgement means that nothing explains the change and nothing has to: it is no decision.
    ``record`` is the path of the log that tells of it, ``late`` says that a later log does.
    """

    old: str
    new: str
    words: tuple[Words, ...]
    judgement: Judgement | None
    record: str | None
    late: bool = False
    fields: tuple[str, ...] = ()
    """What was changed of a decision that has fields."""


class Move(Struct, frozen=True):
    """From some files to others; mostly there is one of each."""

    sources: tuple[str, ...]
    targets: tuple[str, ...]


class Ranking(Struct, frozen=True):
    """From one section or rank to another, which make a fact what it is."""

    old_kind: NodeKind
    new_kind: NodeKind


class Succession(Struct, frozen=True):
    """What took its place; ``in_footer`` tells whether its own footer says so, or a log only."""

    by: tuple[FactId, ...]
    in_footer: bool


class Departure(Struct, frozen=True):
    """How it left the memory: the path of a log that says why, and what took its place."""

    record: str | None
    by: tuple[FactId, ...]


class References(Struct, frozen=True):
    """A run of sessions that name it, with no other event between them."""

    first: Stem
    last: Stem
    count: int


class Traffic(Struct, frozen=True):
    """How many exchanges came to a topic, and how many left it."""

    came: int
    left: int


class Decided(Struct, frozen=True):
    """A decision that was made in a topic."""

    id: FactId
    text: str


class Reliance(Struct, frozen=True):
    """A decision that rests on this one."""

    by: FactId


Detail = Wording | Rewording | Move | Ranking | Succession | Departure | References | Traffic | Decided | Reliance


class Event(Struct, frozen=True):
    """One thing that happened.

    ``commit`` and ``day``, the author's in UTC, are None for the checked state on top of the last
    commit. ``session`` is the log that came with it and names the fact.
    """

    kind: EventKind
    commit: CommitId | None
    day: Day | None
    session: Stem | None
    path: str | None
    detail: Detail | None = None
