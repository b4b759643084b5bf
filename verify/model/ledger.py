"""What a hash-chained decision ledger says, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from verify.model.location import Location


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


ENDING = frozenset({EntryType.REVERSAL, EntryType.SUPERSEDE})


@dataclass(frozen=True, slots=True)
class Seal:
    """The body of a SEAL: how many lines its manifest has, their root, and what differs from the seal before."""

    size: int
    root: str
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One sound entry; ``reasoned`` tells whether it gives a reason: ``because`` or ``reason``, not blank."""

    line: int
    id: str
    type: EntryType
    ref: str | None
    text: str | None = None
    reasoned: bool = False
    topic: str | None = None
    session: str | None = None
    depends_on: tuple[str, ...] = ()
    seal: Seal | None = None


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with one line; ``tolerable`` leaves everything before it in force."""

    line: int
    id: str | None
    message: str
    tolerable: bool = False


class BreakKind(Enum):
    """How a chain stopped to fit."""

    ALTERED = "altered"
    DELETED = "deleted"
    INSERTED = "inserted"
    REORDERED = "reordered"
    FORKED = "forked"
    GENESIS = "genesis"


@dataclass(frozen=True, slots=True)
class ChainBreak:
    """The first divergence of a chain, at the line that does not fit any more."""

    line: int
    kind: BreakKind
    message: str

    @property
    def forked(self) -> bool:
        """Whether a MERGE would heal it."""
        return self.kind is BreakKind.FORKED


@dataclass(frozen=True, slots=True)
class Head:
    """A line that no entry names as its ``prev`` yet; the header has the depth -1."""

    line: int
    depth: int
    digest: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What the first lines of a file come to: their RFC 6962 root, and the digest of the last of them."""

    root: bytes
    digest: str


@dataclass(frozen=True, slots=True)
class Closed:
    """What a header says of the file that was closed before it."""

    file: str
    log_id: str
    size: int
    head: str


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a native ledger."""

    log_id: str
    closed: Closed | None = None


@dataclass(frozen=True, slots=True)
class LedgerFile:
    """One file of a ledger. ``size`` counts whole lines, the header among them; a torn tail is none.

    ``unchecked_from`` is the malformed line from which on the chain was not followed. ``marks`` tell
    what the sizes that were asked for came to.
    """

    path: str
    header: Header | None
    entries: tuple[Entry, ...]
    faults: tuple[LineFault, ...]
    chain_break: ChainBreak | None
    unchecked_from: int | None
    size: int
    digest: str | None
    """That of the last whole line."""
    heads: tuple[Head, ...]
    marks: Mapping[int, Mark]
    torn: bool = False
    rotated: bool = False
    """Whether it ends in ROTATE."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What somebody saw of a log once: its first ``size`` lines, and their root."""

    origin: str
    size: int
    root: bytes


@dataclass(frozen=True, slots=True)
class SavedHead:
    """Size and digest of the last line, kept outside the reach of whoever writes the ledger."""

    size: int
    digest: str


class RefusalKind(Enum):
    """Why an entry cannot end what it names."""

    NOTHING = "names nothing"
    UNKNOWN = "names an entry that does not exist"
    LATER = "names an entry that comes later"
    ITSELF = "names itself"
    ENDED = "names an entry that had ended already"
    REASON = "gives no reason"


@dataclass(frozen=True, slots=True)
class Refusal:
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


@dataclass(frozen=True, slots=True)
class Fold:
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


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something seen earlier that today's ledger does not begin with."""

    path: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """A log with the files that were closed before it, oldest first; ``path`` is the one still written to.

    ``divergence`` is the first one, with the path of its file. ``anchored`` tells whether a checkpoint
    or a saved head could be compared with it.
    """

    path: str
    files: tuple[LedgerFile, ...]
    divergence: tuple[str, ChainBreak] | None
    contradictions: tuple[Contradiction, ...]
    fold: Fold
    anchored: bool


@dataclass(frozen=True, slots=True)
class Projection:
    """A list in a memory file that claims to show the active decisions of a ledger.

    ``items`` are the ids with their texts; an item of another shape has no text.
    """

    location: Location
    view: str
    log: str
    through: str
    items: tuple[tuple[str, str | None], ...]
