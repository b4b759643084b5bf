"""What follows from the sessions for each fact, beside what its footer says."""

from enum import Enum

from msgspec import Struct

from verify.model.facts import NodeKind, Store
from verify.model.location import CommitId, FactId, Location, Stem

Value = str | int | None
"""A tier, a count or a day; None where there is none."""


class Agreement(Enum):
    """How a stored value stands to the sessions."""

    FOLLOWS = "follows"
    BEHIND = "behind"
    DIFFERS = "differs"
    ALONE = "left alone"


class ReplayedField(Struct, frozen=True):
    """One field of a footer: as stored, and as it follows from all sessions.

    It is *behind* where it lies between the last review and now, and *left alone* where nothing is stored
    or the sessions have no say.
    """

    stored: Value
    replayed: Value
    agreement: Agreement


class ReplayedFact(Struct, frozen=True):
    """One fact."""

    id: FactId
    kind: NodeKind
    store: Store
    place: Location
    tier: ReplayedField
    uses: ReplayedField
    last_used: ReplayedField

    @property
    def differs(self) -> bool:
        """Whether some stored value does not follow."""
        return any(one.agreement is Agreement.DIFFERS for one in (self.tier, self.uses, self.last_used))


class FormerDecision(Struct, frozen=True):
    """One that had ended before another one was made on its topic; ``by`` ended it."""

    id: str
    by: str
    reason: str


class ReplayedDecision(Struct, frozen=True):
    """A decision in force, with what it says now and why.

    ``rests_on`` is what it depends on, directly and then further down, ``after`` the decisions on its
    topic before it, newest first.
    """

    id: str
    text: str
    because: str
    topic: str | None
    place: Location
    rests_on: tuple[str, ...] = ()
    after: tuple[FormerDecision, ...] = ()


class ReplayedLedger(Struct, frozen=True):
    """A ledger that was folded, up to its last entry."""

    path: str
    through: str | None


class ReplayedDecisions(Struct, frozen=True):
    """The active decisions of the ledgers; ``unchecked`` says why they are not told."""

    unchecked: str | None
    ledgers: tuple[ReplayedLedger, ...] = ()
    active: tuple[ReplayedDecision, ...] = ()


class ReplayedMemory(Struct, frozen=True):
    """One memory after its last session; ``reviewed`` of the ``sessions`` came before the last review."""

    memory: str
    sessions: int
    reviewed: int
    through: Stem | None
    facts: tuple[ReplayedFact, ...]
    decisions: ReplayedDecisions


class Replays(Struct, frozen=True):
    """The answer to one call."""

    tool: str
    revision: CommitId | None
    incomplete: tuple[str, ...]
    """What could not be read, so that uses or facts may be missing."""
    no_history: str | None
    """Why git could not tell which sessions lie in the future; None if it did."""
    memories: tuple[ReplayedMemory, ...]

    @property
    def differences(self) -> int:
        """The number of facts with a stored value that does not follow."""
        return sum(1 for memory in self.memories for fact in memory.facts if fact.differs)
