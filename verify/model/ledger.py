"""What a hash-chained decision ledger says, and what became of it."""

from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct, field

from verify.model.entry import Entry, Fold
from verify.model.location import Location


class LineFault(Struct, frozen=True):
    """What is wrong with one line; ``tolerable`` leaves everything in force.

    A ``repeated`` id does as well, for the first entry that has it; two branches may have given it.
    """

    line: int
    id: str | None
    message: str
    tolerable: bool = False
    repeated: bool = False


class BreakKind(Enum):
    """How a chain stopped to fit."""

    ALTERED = "altered"
    DELETED = "deleted"
    INSERTED = "inserted"
    REORDERED = "reordered"
    FORKED = "forked"
    GENESIS = "genesis"


class ChainBreak(Struct, frozen=True):
    """The first divergence of a chain, at the line that does not fit any more."""

    line: int
    kind: BreakKind
    message: str

    @property
    def forked(self) -> bool:
        """Whether a MERGE would heal it."""
        return self.kind is BreakKind.FORKED


class Head(Struct, frozen=True):
    """A line that no entry names as its ``prev`` yet; the header has the depth -1."""

    line: int
    depth: int
    digest: str


class Mark(Struct, frozen=True):
    """What so many lines of a file come to: their RFC 6962 root, and the digest of the last of them."""

    root: bytes
    digest: str


class Closed(Struct, frozen=True):
    """What a header says of the file that was closed before it."""

    file: str
    log_id: str
    size: int
    head: str


class Header(Struct, frozen=True):
    """The first line of a native ledger."""

    log_id: str
    closed: Closed | None = None


class Outer(Struct, frozen=True):
    """A line that follows some of earlier files; the chain broke there if they have no such digests.

    ``inside`` is the depth of what it follows in its own file, -1 if that is nothing.
    """

    named: tuple[bytes, ...]
    inside: int
    depth: int
    otherwise: ChainBreak


class LedgerFile(Struct, frozen=True):
    """One file of a ledger. ``size`` counts whole lines, the header among them; a torn tail is none.

    ``unchecked_from`` is the malformed line from which on the chain was not followed. ``marks`` tell, for
    each size that was asked for, what the first lines come to, and what those come to that a later line
    rests on, if a merge put others between them.
    """

    path: str
    header: Header | None
    entries: Sequence[Entry]
    faults: tuple[LineFault, ...]
    chain_break: ChainBreak | None
    unchecked_from: int | None
    size: int
    digest: str | None
    """That of the last whole line."""
    heads: tuple[Head, ...]
    marks: Mapping[int, Sequence[Mark]]
    torn: bool = False
    rotated: bool = False
    """Whether it ends in ROTATE."""
    outer: tuple[Outer, ...] = ()
    parents: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """By position, the header being 0, those of each line that names another one than the line before it."""


class Checkpoint(Struct, frozen=True):
    """What somebody saw of a log once: its first ``size`` lines, and their root."""

    origin: str
    size: int
    root: bytes


class SavedHead(Struct, frozen=True):
    """Size and digest of the last line, kept outside the reach of whoever writes the ledger.

    ``path`` is that of the ledger, None for the usual one of the first memory.
    """

    size: int
    digest: str
    path: str | None = None


class Contradiction(Struct, frozen=True):
    """Something seen earlier that today's ledger does not begin with; ``anchor`` if a checkpoint or head saw it."""

    path: str
    line: int
    message: str
    anchor: bool = False


class Ledger(Struct, frozen=True):
    """A log with the files that were closed before it, oldest first; ``path`` is the one still written to.

    ``divergence`` is the first one, with the path of its file. ``anchored`` tells whether a checkpoint
    or a saved head could be compared with it, ``vouched`` whether a head was given from outside.
    """

    path: str
    files: tuple[LedgerFile, ...]
    divergence: tuple[str, ChainBreak] | None
    contradictions: tuple[Contradiction, ...]
    fold: Fold
    anchored: bool
    vouched: bool = False


class Projection(Struct, frozen=True):
    """A list in a memory file that claims to show the active decisions of a ledger.

    ``items`` are the ids with their texts; an item of another shape has no text.
    """

    location: Location
    view: str
    log: str
    through: str
    items: tuple[tuple[str, str | None], ...]
