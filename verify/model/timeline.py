"""The life of one fact, and the changes that nobody explained."""

from enum import Enum

from msgspec import Struct

from verify.model.event import Event
from verify.model.facts import NodeKind
from verify.model.location import CommitId, FactId, Location, Stem


class Standing(Enum):
    """Where a fact stands in the checked state."""

    LIVE = "live"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    GONE = "gone"
    ACTIVE = "active"
    PAGED = "paged"
    CLOSED = "closed"


class Use(Enum):
    """What uses something; the value is the word for one of them."""

    SESSION = "session"
    EXCHANGE = "exchange"
    DECISION = "decision"


class Timeline(Struct, frozen=True):
    """The life of one fact in one memory; ``kind`` is what it was when it was last live.

    ``uses`` counts the sessions that name a fact, the exchanges of a topic, and the decisions that rest on
    a decision of a topic.
    """

    memory: str
    id: FactId
    kind: NodeKind
    standing: Standing
    place: Location | None
    """Where its footer stands; None if it has none any more."""
    uses: int
    last_used: Stem | None
    successors: tuple[FactId, ...]
    events: tuple[Event, ...]
    used_by: Use = Use.SESSION


class Unexplained(Struct, frozen=True):
    """A change of a decision for which no log gives a reason."""

    memory: str
    id: FactId
    kind: NodeKind
    event: Event


class Biographies(Struct, frozen=True):
    """The answer to one call: timelines of one id, or what is not explained."""

    tool: str
    revision: CommitId | None
    incomplete: tuple[str, ...]
    """What could not be read, so that references or facts may be missing."""
    timelines: tuple[Timeline, ...] = ()
    unexplained: tuple[Unexplained, ...] = ()
