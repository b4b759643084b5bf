"""What a check yields, what the engine makes of it, and what a report shows."""

import hashlib
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from verify.model.coverage import Coverage
from verify.model.location import CommitId, Location
from verify.model.store import StoreFormat

if TYPE_CHECKING:
    from verify.model.manual import ManualPage


class Severity(IntEnum):
    """How bad a finding is; a higher number is worse."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word used in configuration and reports."""
        return self.name.lower()


class Evidence(Enum):
    """What a claim that something is missing rests on; incomplete evidence makes it unchecked."""

    FACTS = "facts"
    SESSIONS = "sessions"
    POLICY = "policy"
    ARCHIVE_INDEX = "archive index"
    VERSION = "version manifest"
    FILES = "files"
    HISTORY = "history"
    LEDGER = "ledger"
    ANCHOR = "something outside the ledger"
    RECORDS = "decision records"
    TOPICS = "topic index"
    TOPIC_STATES = "topic states"
    EXCHANGES = "exchanges"
    CONTEXTS = "topic contexts"
    SWITCHES = "records of switches"


class Verdict(Enum):
    """The answer of one check."""

    PASS = "pass"
    FAIL = "fail"
    NOT_CHECKED = "not-checked"


class Related(Struct, frozen=True):
    """A second place that belongs to a finding."""

    location: Location
    message: str


class Value(Struct, frozen=True):
    """What a hit is about besides its subject, told from others by a digest that no report shows."""

    digest: str
    line: int
    column: int

    @classmethod
    def of(cls, text: str, line: int, column: int) -> "Value":
        """Return a value that stands somewhere in the file of its hit."""
        return cls(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), line, column)


class Hit(Struct, frozen=True):
    """What a check yields: where, what and how to mend it, but not how bad it is.

    ``grade`` picks one of the severities that the check declares, gravest first, ``rests_on`` names
    the evidence without which the claim cannot stand, ``unchecked`` the reason why there is no claim at
    all, ``waived`` is the reason that the memory
    itself gives, ``sensitive`` keeps the line itself out of every report. A change that brings one of the
    ``values`` brings the finding.
    """

    subject: str
    location: Location | None
    message: str
    fix: str
    related: tuple[Related, ...] = ()
    grade: int = 0
    rests_on: tuple[Evidence, ...] = ()
    commit: CommitId | None = None
    waived: str | None = None
    sensitive: bool = False
    unchecked: str | None = None
    values: tuple[Value, ...] = ()


class Finding(Struct, frozen=True):
    """A hit after the engine stamped it."""

    check: str
    severity: Severity
    subject: str
    location: Location | None
    message: str
    fix: str
    related: tuple[Related, ...]
    commit: CommitId | None
    fingerprint: str
    reason: str | None = None
    excerpt: str | None = None
    entrance: str | None = None
    """The file by which an agent enters the memory, for a finding that has no place of its own."""
    baselined: bool = False
    values: tuple[Value, ...] = ()

    @property
    def suppressed(self) -> bool:
        """Whether an ignore, a waiver or the baseline, each with a reason, covers it."""
        return self.reason is not None


class ProblemKind(Enum):
    """Why part of the input could not be checked."""

    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    NESTED_TOO_DEEPLY = "nested-too-deeply"
    SYMBOLIC_LINK = "symbolic-link"
    CRASHED_CHECK = "crashed-check"
    LOST_MEMORY = "lost-memory"


class Problem(Struct, frozen=True):
    """Something that kept the run from being complete."""

    kind: ProblemKind
    path: str | None
    line: int | None
    message: str
    reason: str | None = None

    @property
    def suppressed(self) -> bool:
        """Whether the configuration accepts it, with a reason."""
        return self.reason is not None


class CheckResult(Struct, frozen=True):
    """The verdict of one check: findings that count, claims that could not be checked, and why."""

    check: str
    verdict: Verdict
    count: int
    skipped: int
    reason: str | None
    crashed: bool = False


class StoreSummary(Struct, frozen=True):
    """One memory of the repository, with what was counted in it, such as ``("facts", 28)``."""

    format: StoreFormat
    path: str
    checked: bool
    counts: tuple[tuple[str, int], ...] = ()


class Report(Struct, frozen=True):
    """The outcome of a run, ready to be rendered."""

    tool: str
    revision: CommitId | None
    as_of: str | None
    stores: tuple[StoreSummary, ...]
    no_history: str | None
    """Why git history could not be read; None if it was."""
    checked: tuple[CheckResult, ...]
    not_run: tuple[str, ...]
    advisory: tuple[str, ...]
    """Those among them that are heuristics."""
    findings: tuple[Finding, ...]
    existing: int
    """Findings that stood before the change that is judged; they are counted, not listed."""
    problems: tuple[Problem, ...]
    coverage: Coverage | None = None
    limits: tuple[str, ...] = ()
    """What is not proven even where nothing is found, a sentence each."""
    manual: "tuple[ManualPage, ...]" = ()
    """The pages of the checks that ran."""
    since: str | None = None
    """What the change that is judged starts from, so that only what it brought is listed; None for a whole state."""
    judged_by: str | None = None
    """Whose configuration judged, where it differs from that of the checked state."""

    @property
    def baselined(self) -> int:
        """How many findings the baseline covers."""
        return sum(finding.baselined for finding in self.findings)

    def count(self, severity: Severity) -> int:
        """Count the findings of one severity that are not suppressed."""
        return sum(1 for f in self.findings if f.severity is severity and not f.suppressed)
