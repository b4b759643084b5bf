"""How much of the work reaches the vision, in whole numbers, and where there is no record."""

from dataclasses import dataclass

from verify.model.location import Day, FactId


@dataclass(frozen=True, slots=True)
class Share:
    """How many of all reach a vision."""

    total: int
    reach_vision: int


@dataclass(frozen=True, slots=True)
class Commits:
    """All commits, those that belong to a session, and those that reach a vision by trailers or session.

    ``serve_closed_gaps`` counts commits that serve what was done or superseded before them.
    """

    total: int
    logged: int
    reach_vision: int
    serve_closed_gaps: int


@dataclass(frozen=True, slots=True)
class Gaps:
    """Open blueprints, and those that none of the newest ``window`` sessions references."""

    open: int
    idle: int
    window: int


@dataclass(frozen=True, slots=True)
class UnrecordedSpan:
    """Days with commits and no session: behind ``after`` and before ``before``; None has no such end.

    It says that there is no record, never that nothing happened.
    """

    after: Day | None
    before: Day | None
    commits: int


@dataclass(frozen=True, slots=True)
class LateRecord:
    """A fact that says it is from ``created``, while there is no record of it before ``recorded``."""

    memory: str
    id: FactId
    created: Day
    recorded: Day


@dataclass(frozen=True, slots=True)
class Coverage:
    """What reaches the vision; what needs history is None without it."""

    decisions: Share
    sessions: Share
    gaps: Gaps
    commits: Commits | None
    unrecorded_spans: tuple[UnrecordedSpan, ...] | None
    late_records: tuple[LateRecord, ...] | None
