"""What a change introduces, against the state that it started from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from verify.beyond import beyond
from verify.config import Settings
from verify.engine import order
from verify.errors import ConfigurationError, NoMemoryError, UsageError
from verify.examination import USUAL, Asked, examine
from verify.git import Git
from verify.judge import COMMIT_DIGITS, settings_of
from verify.model.location import CommitId, Day
from verify.model.report import CheckResult, Finding, Problem, Report, Verdict
from verify.policies import widened
from verify.readers.git_source import GitSource
from verify.readers.repository import Repository
from verify.readers.stores import Terms
from verify.secrets import printable
from verify.suppress import suppress
from verify.whereabouts import existing, lost


class Change(Struct, frozen=True):
    """The state before a change, how paths were renamed since, and what a merge would give.

    ``sides`` are the two commits that were merged, ``base`` is the commit where the branch left the other,
    ``target`` is what that other is now.
    """

    before: Repository | None
    renamed: Mapping[str, str]
    sides: tuple[Repository, ...] = ()
    merged: Repository | None = None
    base: CommitId | None = None
    target: Repository | None = None
    own: bool = True
    """Whether what is idle in the configuration of each state is told by that configuration."""
    baseline: Path | None = None
    """A baseline that was named, and holds for all states."""
    start: str = "HEAD"
    """What the change starts from, as it was asked for."""


def _git(repository: Repository) -> Git:
    if repository.git is None:
        raise UsageError(f"this needs git, and {repository.no_history}")
    return repository.git


def at_commit(repository: Repository, commit: tuple[CommitId, int]) -> Repository:
    """Return another commit of the same repository."""
    git = _git(repository)
    head, time = commit
    return replace(repository, source=GitSource(git, git.tree(head)), head=head, head_time=time, revision=head)


def staged_change(repository: Repository) -> Change:
    """Return what the index changes against HEAD."""
    if repository.head is None or repository.head_time is None:
        return Change(None, {})
    return Change(at_commit(repository, (repository.head, repository.head_time)), _git(repository).staged_renames())


@contextmanager
def branch_change(repository: Repository, revision: str) -> Iterator[Change]:
    """Yield what a branch changes since it left another one.

    Raises UsageError without git, UnknownRevisionError, or GitError without a common ancestor.
    """
    git = _git(repository)
    target = git.commit(revision)
    if repository.head is None:
        yield Change(None, {}, target=at_commit(repository, target), start=revision)
        return
    base = git.merge_base(target[0], repository.head)
    before = at_commit(repository, base)
    other = before if base == target else at_commit(repository, target)
    renamed = git.renames([(base[0], repository.head)])[0]
    start = f"{revision} ({base[0][:COMMIT_DIGITS]})"
    change = Change(before, renamed, base=base[0], target=other, start=start)
    if base[0] in {target[0], repository.head}:
        yield change
        return
    with git.merged(target[0], repository.head) as trial:
        merged = _merged(repository, *trial) if trial else None
        sides = (other, at_commit(repository, (repository.head, repository.head_time or 0)))
        yield replace(change, sides=sides, merged=merged)


def _merged(repository: Repository, git: Git, tree: str) -> Repository:
    source = GitSource(git, git.tree(tree))
    return replace(repository, source=source, git=git, revision=repository.head)


def introduced(
    repository: Repository,
    change: Change,
    checks: Asked,
    settings: Settings,
    terms: Terms = USUAL,
) -> Report:
    """Check a state; the report lists what the change brought, and counts the rest.

    What only the merge result shows, such as an id that both sides created, is listed too.
    """
    repository, change = _not_earlier(repository, change)
    now = examine(repository, checks, settings, replace(terms, base=change.base))
    look = partial(_look, change=change, checks=checks, settings=settings)
    # What was saved of the ledger holds for the state that is judged, not for those before it.
    terms = replace(terms, head=None)
    earlier = _report(change.before, partial(look, terms=replace(terms, measured=False)))
    before = earlier.findings if earlier else ()
    brought = beyond(now.findings, before, change.renamed)
    if change.merged:
        files_only = partial(look, terms=replace(terms, history=False, measured=False))
        apart = (finding for side in change.sides for finding in _findings(side, files_only))
        joint = _findings(change.merged, files_only)
        brought += beyond(joint, [*now.findings, *before, *apart], change.renamed)
    open_now = sum(1 for finding in now.findings if not finding.suppressed)
    listed = tuple(sorted(brought, key=order))
    return replace(
        now,
        findings=listed,
        existing=max(open_now - sum(1 for finding in listed if not finding.suppressed), 0),
        checked=tuple(_recounted(result, listed) for result in now.checked),
        problems=(*now.problems, *_lost(repository, change, now, earlier, settings)),
        judged_by=_judged_by(repository, change, now, earlier),
        since=printable(change.start),
    )


def _look(state: Repository, change: Change, checks: Asked, settings: Settings, terms: Terms) -> Report:
    """Check another state with the same settings, as far as it has the memories that they name."""
    memories = existing(state, dict.fromkeys((*settings.memories, *settings.elsewhere)))
    known = replace(settings, memories=memories, own=_own(state, change))
    return examine(state, checks, known, terms)


def _own(state: Repository, change: Change) -> Settings | None:
    try:
        return settings_of(state, change.baseline) if change.own else None
    except (ConfigurationError, UsageError):
        return Settings()


def _report(state: Repository | None, look: Callable[[Repository], Report]) -> Report | None:
    if state is None:
        return None
    try:
        return look(state)
    except NoMemoryError:
        return None


def _findings(state: Repository, look: Callable[[Repository], Report]) -> tuple[Finding, ...]:
    report = _report(state, look)
    return report.findings if report else ()


def _lost(
    repository: Repository, change: Change, now: Report, before: Report | None, settings: Settings
) -> tuple[Problem, ...]:
    """Return a problem for each memory that a branch lost, as far as the base does not accept it."""
    if before is None or change.target is None:
        return ()
    problems = lost(repository, now, before, change.renamed, change.target)
    return suppress(settings.ignores, (), problems, Day(now.as_of[:10]) if now.as_of else None, ()).problems


def _judged_by(repository: Repository, change: Change, now: Report, before: Report | None) -> str | None:
    """Return what judged besides the configuration that the base has: windows of the branch's own policy, too."""
    if before is None or change.before is None or change.target is None:
        return now.judged_by
    parts = (now.judged_by, widened(repository, change.before, before, change.renamed))
    return "; and by ".join(printable(part) for part in parts if part) or None


def _not_earlier(repository: Repository, change: Change) -> tuple[Repository, Change]:
    """Return the states of a branch with no clock before that of the base: a date in the past revives no excuse."""
    if change.target is None:
        return repository, change
    times = (state.head_time for state in (repository, change.before, change.target) if state)
    late = partial(_dated, time=max((time for time in times if time is not None), default=None))
    return late(repository), replace(
        change,
        before=late(change.before) if change.before else None,
        sides=tuple(map(late, change.sides)),
        merged=late(change.merged) if change.merged else None,
    )


def _dated(state: Repository, time: int | None) -> Repository:
    return replace(state, head_time=time)


def _recounted(result: CheckResult, findings: Sequence[Finding]) -> CheckResult:
    count = sum(1 for finding in findings if finding.check == result.check and not finding.suppressed)
    verdict = Verdict.FAIL if count else Verdict.NOT_CHECKED if result.reason else Verdict.PASS
    return replace(result, count=count, verdict=verdict)
