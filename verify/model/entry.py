"""What an entry of a decision ledger says, and what the entries come to."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from msgspec import Struct


class EntryType(Enum):
    """What an entry does."""

    DECISION = "DECISION"
    REVERSAL = "REVERSAL"
    SUPERSEDE = "SUPERSEDE"
    CORRECTION = "CORRECTION"
    SEAL = "SEAL"
    CHECKPOINT = "CHECKPOINT"
    ROTATE = "ROTATE"
    MERGE = "MERGE"


ENDING = (EntryType.REVERSAL, EntryType.SUPERSEDE)


class Seal(NamedTuple):
    """The body of a SEAL: how many lines its manifest has, their root, and what differs from the seal before."""

    size: int
    root: str
    changed: tuple[str, ...]


class Entry(NamedTuple):
    """One sound entry; ``reason`` is its ``because`` or ``reason``, which may be blank.

    A tuple, because there are very many and each is packed and unpacked several times.
    """

    line: int
    id: str
    type: EntryType
    ref: str | None
    text: str | None = None
    reason: str | None = None
    topic: str | None = None
    session: str | None = None
    depends_on: tuple[str, ...] = ()
    seal: Seal | None = None

    @property
    def reasoned(self) -> bool:
        """Whether it gives a reason that is not blank."""
        return (self.reason or "").strip() != ""


class RefusalKind(Enum):
    """Why an entry cannot end what it names."""

    NOTHING = "names nothing"
    UNKNOWN = "names an entry that does not exist"
    LATER = "names an entry that comes later"
    ITSELF = "names itself"
    ENDED = "names an entry that had ended already"
    REASON = "gives no reason"


class Refusal(Struct, frozen=True):
    """An entry that should end another one and is not in order; ``other`` had ended it before."""

    at: int
    kind: RefusalKind
    other: int | None = None

    @property
    def absent(self) -> bool:
        """Whether it claims that something is not there."""
        return self.kind in {RefusalKind.UNKNOWN, RefusalKind.LATER}

    @property
    def unreasoned(self) -> bool:
        """Whether only the reason is missing."""
        return self.kind is RefusalKind.REASON


class Fold(Struct, frozen=True):
    """What the entries come to, in their order; all numbers are positions from 0.

    ``first`` has the first entry of each id, ``ended`` what ended an entry, ``corrected`` the new texts
    of an entry with the correction that gave each. ``silent`` pairs a decision with an active one on
    the same topic and of another text.
    """

    first: Mapping[str, int]
    ended: Mapping[int, int]
    corrected: Mapping[int, tuple[tuple[int, str], ...]]
    refused: tuple[Refusal, ...]
    silent: tuple[tuple[int, int], ...]
