"""What the files of a memory say, and the memory as a whole."""

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct

from verify.model.facts import Fact, Footer, Link, PathMention, Thread
from verify.model.location import BlobId, Location
from verify.model.record import Record
from verify.model.report import Problem
from verify.model.session import Session

if TYPE_CHECKING:
    # Few memories have a ledger, and its many types take time to load.
    from verify.model.ledger import Ledger, Projection
    from verify.model.seal import SealedStore


class Role(Enum):
    """What a file of the memory is for."""

    CONTINUITY = "continuity"
    VISION = "vision"
    POLICY = "policy"
    GUIDE = "guide"
    ARCHIVE = "archive"
    ARCHIVE_INDEX = "archive index"
    SESSION = "session"
    MISNAMED = "misnamed session"
    OTHER = "other"
    VERSION = "version manifest"
    RECORD = "decision record"
    LEDGER = "ledger outside the memory"


class StateField(Struct, frozen=True):
    """One ``- **key:** value`` line of Project State."""

    key: str
    value: str
    location: Location


class IndexLine(Struct, frozen=True):
    """One line or table row of the archive index; ``cells`` are its parts behind the id."""

    id: str
    cells: tuple[str, ...]
    location: Location


class Document(Struct, frozen=True):
    """One memory file that is no session: what was found in it, and its lines."""

    path: str
    role: Role
    lines: tuple[str, ...]
    code: frozenset[int]
    """Numbers of the lines that are code."""
    facts: tuple[Fact, ...] = ()
    threads: tuple[Thread, ...] = ()
    footers: tuple[Footer, ...] = ()
    """Every comment that begins like a footer, broken ones included."""
    links: tuple[Link, ...] = ()
    paths: tuple[PathMention, ...] = ()
    state: tuple[StateField, ...] = ()
    index: tuple[IndexLine, ...] = ()


class Windows(Struct, frozen=True):
    """Windows and budgets, in sessions, facts and lines (defaults of the agent-memory format)."""

    working_window: int = 3
    active_window: int = 8
    archive_window: int = 20
    review_every: int = 10
    verify_invariants_every: int = 40
    continuity_max_facts: int = 30
    continuity_max_lines: int = 600
    closed_narrative_max_lines: int = 150


class SuspectLine(Struct, frozen=True):
    """A line on which a secret or personal data could stand."""

    path: str
    number: int
    text: str


class Memory(Struct, frozen=True):
    """All that was read of one memory; ``path`` is its folder. Sessions are sorted by stem."""

    path: str
    documents: tuple[Document, ...]
    sessions: tuple[Session, ...]
    misnamed: tuple[str, ...]
    """Paths of files in the sessions folder whose name is no session's."""
    records: tuple[Record, ...]
    """The decision records beside the memory."""
    suspects: tuple[SuspectLine, ...]
    problems: tuple[Problem, ...]
    windows: Windows
    blobs: Mapping[str, BlobId]
    """The blob id of each file that was read."""
    ledgers: "tuple[Ledger, ...]" = ()
    projections: "tuple[Projection, ...]" = ()
    unread_ledgers: tuple[str, ...] = ()
    """Paths of ledger files that exist and could not be read."""
    seal: "SealedStore | None" = None
    """The manifest of the newest seal, where there is one."""
