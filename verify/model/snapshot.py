"""What a reviewer with clean memory is handed: statements of the memory and its history, each with its source."""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct

from verify.model.location import CommitId, Day, FactId


class Mode(Enum):
    """Why a second opinion is asked for: at a milestone, or because something went wrong."""

    MILESTONE = "milestone"
    REACTIVE = "reactive"


class Cited(Struct, frozen=True):
    """A name or a short text of the memory or the history, to be shown as code on one line."""

    text: str


Words = tuple[str | Cited, ...]
"""What is said: the program's own words, and what is cited among them."""


class Source(Struct, frozen=True):
    """Where a statement stands: a line of a file in the state that is told of, or a commit."""

    path: str | None = None
    line: int | None = None
    commit: CommitId | None = None


class Statement(Struct, frozen=True):
    """One thing that is told, with the text that it quotes and what belongs to it.

    ``redacted`` counts the values that are not shown in it and in its notes.
    """

    words: Words
    sources: tuple[Source, ...]
    quote: str | None = None
    notes: "tuple[Statement, ...]" = ()
    redacted: int = 0


class Topic(Enum):
    """What a section of a snapshot is about; the value is its heading."""

    OBJECTIVE = "Objective"
    DECISIONS = "Decisions in force"
    CHANGES = "What changed"
    LOGS = "What the logs tell"
    COMMITS = "Commits"
    THREADS = "Open threads"
    CONTRADICTIONS = "Contradictions"
    ASSUMPTIONS = "Assumptions"
    FINDINGS = "What verify found"
    UNCHECKED = "What verify could not check"
    ATTACHMENTS = "What to attach"


class Section(Struct, frozen=True):
    """Statements on one topic, the most important ones first.

    ``intro`` stands before them, ``lacking`` in their place if there is none; ``passed_over`` says what
    was not taken in because it matters less, with counts. ``share`` of them weigh as much as a share of
    each other section, where not all can be told.
    """

    topic: Topic
    statements: tuple[Statement, ...]
    lacking: str
    intro: Words = ()
    passed_over: tuple[str, ...] = ()
    share: int = 4


class Since(Struct, frozen=True):
    """The commit from which changes are told, its day, and how it was found."""

    commit: CommitId
    day: Day | None
    reason: Words


class Snapshot(Struct, frozen=True):
    """The snapshot of one memory, in the order in which it is read."""

    tool: str
    mode: Mode
    memory: str
    revision: CommitId | None
    head: CommitId | None
    as_of: str | None
    counts: tuple[tuple[str, int], ...]
    since: Since | None
    incomplete: tuple[str, ...]
    sections: tuple[Section, ...]


class Aim(Struct, frozen=True):
    """What a snapshot is for: the mode, where changes begin, and all ids that changed since."""

    mode: Mode
    since: Since | None
    recent: Sequence[int] = ()
    """The positions of the commits since then."""
    changed: frozenset[FactId] = frozenset()
