"""How much of the work reaches the vision, in whole numbers, and where there is no record."""

from msgspec import Struct

from verify.model.location import Day, FactId


class Share(Struct, frozen=True):
    """How many of all reach a vision."""

    total: int
    reach_vision: int


class Commits(Struct, frozen=True):
    """All commits, those that belong to a session, and those that reach a vision by trailers or session.

    ``serve_closed_gaps`` counts commits that serve what was done or superseded before them.
    """

    total: int
    logged: int
    reach_vision: int
    serve_closed_gaps: int


class Gaps(Struct, frozen=True):
    """Open blueprints, and those that none of the newest ``window`` sessions references."""

    open: int
    idle: int
    window: int


class UnrecordedSpan(Struct, frozen=True):
    """Days with commits and no session: behind ``after`` and before ``before``; None has no such end.

    It says that there is no record, never that nothing happened.
    """

    after: Day | None
    before: Day | None
    commits: int


class LateRecord(Struct, frozen=True):
    """A fact that says it is from ``created``, while there is no record of it before ``recorded``."""

    memory: str
    id: FactId
    created: Day
    recorded: Day


class Coverage(Struct, frozen=True):
    """What reaches the vision; what needs history is None without it."""

    decisions: Share
    sessions: Share
    gaps: Gaps
    commits: Commits | None
    unrecorded_spans: tuple[UnrecordedSpan, ...] | None
    late_records: tuple[LateRecord, ...] | None
