"""All that an auditor looks through: the report, and what stands around it."""

from collections.abc import Mapping

from msgspec import Struct, field

from verify.model.location import CommitId, Day
from verify.model.network import Network
from verify.model.report import Report, Severity
from verify.model.timeline import Timeline


class TrendPoint(Struct, frozen=True):
    """The findings that counted at one revision, by severity and by family; ``commit`` is None for the work tree."""

    commit: CommitId | None
    day: Day | None
    severities: Mapping[Severity, int]
    families: Mapping[str, int]
    incomplete: bool = False
    """Whether something could not be checked there that can be checked now, so that findings may be missing."""


class Lives(Struct, frozen=True):
    """The timelines of decisions; ``untold`` of them were left out for want of time.

    ``lost`` are the positions of those that left the memory without a word, each with how bad the
    finding says that is. ``reason`` tells why there are none.
    """

    timelines: tuple[Timeline, ...] = ()
    untold: int = 0
    lost: Mapping[int, Severity] = field(default_factory=dict)
    reason: str | None = None


class Dossier(Struct, frozen=True):
    """What a page shows. Every text in it is free of credentials and of the data of people.

    ``texts`` are the first lines of facts by the key of their node, ``subjects`` the key of the node that a
    finding is about, by its fingerprint.
    """

    report: Report
    network: Network | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    subjects: Mapping[str, str] = field(default_factory=dict)
    lives: Lives = field(default_factory=Lives)
    trend: tuple[TrendPoint, ...] = ()
    head: CommitId | None = None
    """The commit that is checked, or that the checked files lie on top of."""
