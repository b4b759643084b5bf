"""How the findings of a repository went up and down along its history."""

import gc
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from verify.config import Settings
from verify.errors import GitError, NoMemoryError
from verify.examination import Asked, every_check, examine
from verify.model.dossier import TrendPoint
from verify.model.location import CommitId, Day
from verify.model.report import Report, Severity
from verify.readers.assembly import moment
from verify.readers.repository import Repository
from verify.readers.stores import Terms
from verify.since import at_commit

POINTS = 30
"""Revisions that are checked at most."""

_Moment = tuple[CommitId, int]


def trend(
    repository: Repository, report: Report, checks: Asked, settings: Settings, terms: Terms
) -> Iterator[TrendPoint]:
    """Yield the findings at commits that changed the memories, oldest first, and those of the report.

    The commits lie on the line of first parents, evenly picked. Nothing without history.
    """
    git, head = repository.git, repository.head
    if git is None or head is None or git.shallow:
        return
    walked = git.first_parents(head, [store.path for store in report.stores if store.checked])
    plain = replace(terms, as_of=None, head=None, measured=False)
    for commit in _picked([pair for pair in reversed(walked) if pair[0] != repository.revision], POINTS - 1):
        try:
            earlier = examine(at_commit(repository, commit), checks, settings, plain)
        except NoMemoryError:
            continue
        except GitError:
            yield TrendPoint(commit[0], _day(commit[1]), {}, {}, incomplete=True)
            continue
        yield _point(earlier, commit)
        # Nothing else frees the graphs of one revision before the next is read.
        gc.collect()
    yield _point(report, None if repository.revision is None else (repository.revision, repository.head_time or 0))


def _picked(commits: Sequence[_Moment], count: int) -> list[_Moment]:
    """Return the first, the last, and others as far apart as they can be."""
    if len(commits) <= count:
        return list(commits)
    return [commits[at * (len(commits) - 1) // max(count - 1, 1)] for at in range(count)]


def _point(report: Report, commit: _Moment | None) -> TrendPoint:
    counted = [finding for finding in report.findings if not finding.suppressed]
    known = every_check()
    return TrendPoint(
        commit=commit[0] if commit else None,
        day=_day(commit[1]) if commit else None,
        severities={severity: report.count(severity) for severity in Severity},
        families=dict(sorted(Counter(known[finding.check].family for finding in counted).items())),
        incomplete=any(not problem.suppressed for problem in report.problems),
    )


def _day(seconds: int) -> Day | None:
    at = moment(seconds)
    return Day(at.date().isoformat()) if at else None
