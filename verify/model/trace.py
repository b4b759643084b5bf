"""The way from one thing up to the vision, and down to the sessions, commits and files of the work on it."""

from enum import Enum

from msgspec import Struct

from verify.model.location import CommitId, Location


class StepKind(Enum):
    """What a step of a trace is."""

    VISION = "vision"
    BLUEPRINT = "blueprint"
    DECISION = "decision"
    CONVENTION = "convention"
    INVARIANT = "invariant"
    FACT = "fact"
    THREAD = "thread"
    RECORD = "decision record"
    SESSION = "session"
    COMMIT = "commit"
    FILE = "file"
    REASON = "reason"
    MISSING = "missing"


class Link(Enum):
    """How a step hangs together with the one above it."""

    SERVES = "serves"
    REALIZES = "realizes"
    FORMALIZES = "formalizes"
    DECISION = "decides"
    ORIGIN = "came from"
    SUPERSEDED_BY = "superseded by"
    DEPENDS_ON = "depends on"
    REASON = "because"
    REFERENCES = "references"
    LOGGED_BY = "logged by"
    NAMED_BY = "named by"
    ANCHORED_BY = "anchored by"
    ANCHORED_IN = "anchored in"
    CHANGED_BY = "changed by"
    SERVED_BY = "served by"
    REALIZED_BY = "realized by"
    FORMALIZED_BY = "formalized by"
    SUPERSEDES = "supersedes"
    NEEDED_BY = "needed by"
    CLAIMED_BY = "named by the trailer of"
    REFERENCED_BY = "referenced by"
    WORK = "with"
    CHANGES = "changes"


class Step(Struct, frozen=True):
    """One thing on the way; ``broken`` says why the way ends here although it should not.

    Where one thing is met again, ``again`` says that what hangs on it stands at the first place;
    ``cut`` says that the way goes on deeper than it is told.
    """

    link: Link | None
    kind: StepKind
    name: str
    standing: str = ""
    title: str = ""
    place: Location | None = None
    broken: str | None = None
    again: bool = False
    cut: bool = False
    steps: tuple["Step", ...] = ()

    @property
    def reaches_vision(self) -> bool:
        """Whether a way that is not broken leads from it to a vision."""
        if self.broken:
            return False
        return self.kind is StepKind.VISION or any(step.reaches_vision for step in self.steps)


class Trace(Struct, frozen=True):
    """What stands above and below one thing in one memory.

    With ``reasons`` that is not the way to the vision, but back to why it was decided.
    """

    memory: str
    subject: Step
    up: tuple[Step, ...]
    down: tuple[Step, ...]
    reaches_vision: bool
    reasons: bool = False


class Traces(Struct, frozen=True):
    """The answer to one call."""

    tool: str
    revision: CommitId | None
    incomplete: tuple[str, ...]
    """What could not be read, so that steps may be missing."""
    traces: tuple[Trace, ...]
