"""Runs the checks and decides what each hit is worth."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import PurePath

from msgspec import Struct, field
from msgspec.structs import replace

from verify import __version__
from verify.check import Check, Tier
from verify.config import Settings
from verify.errors import GitError
from verify.graph.store_graph import StoreGraph
from verify.model.location import CommitId, Day, Location
from verify.model.report import (
    CheckResult,
    Evidence,
    Finding,
    Hit,
    Problem,
    ProblemKind,
    Related,
    Report,
    Severity,
    StoreSummary,
    Verdict,
)
from verify.recorded import UNUSED_BASELINE_ENTRY, Covered, cover, idle_entries, judged
from verify.secrets import printable, without_people
from verify.suppress import UNUSED_IGNORE, Suppressed, suppress

_EXCERPT_CAP = 500


class State(Struct, frozen=True):
    """What is checked: the revision (None for index and work tree), its clock, and its memories."""

    revision: CommitId | None
    as_of: str | None
    today: Day | None
    stores: tuple[StoreSummary, ...]


class _Answer(Struct):
    """What one check said about all memories."""

    check: Check
    findings: list[Finding] = field(default_factory=list)
    skipped: int = 0
    reasons: list[str] = field(default_factory=list)
    crash: Problem | None = None


def run(
    graphs: Sequence[StoreGraph],
    checks: Sequence[Check],
    known: Mapping[str, Check],
    state: State,
    settings: Settings,
) -> Report:
    """Ask every check about every memory; ``known`` are all checks there are, run or not."""
    answers = [_ask(check, graphs, settings) for check in checks]
    found = tuple(_fingerprinted(finding for answer in answers for finding in answer.findings))
    problems = _problems(answers, graphs)
    answered = {answer.check.name for answer in answers if not answer.reasons}
    suppressed, covered = _excused(settings, found, problems, state, answered)
    idle = _idle(settings.own or settings, found, problems, state, answered)
    unused = _fingerprinted(_stamp(check, hit, settings, graphs) for check, hit in idle if check in checks)
    findings = tuple(sorted([*covered.findings, *unused], key=order))
    return Report(
        tool=__version__,
        revision=state.revision,
        as_of=state.as_of,
        stores=tuple(replace(store, path=printable(store.path)) for store in state.stores),
        no_history=next((g.incomplete[Evidence.HISTORY] for g in graphs if Evidence.HISTORY in g.incomplete), None),
        checked=tuple(_results(answers, findings)),
        not_run=tuple(sorted(known.keys() - {check.name for check in checks})),
        advisory=tuple(sorted(c.name for c in known.values() if c.tier is Tier.ADVISORY and c not in checks)),
        findings=findings,
        existing=0,
        problems=suppressed.problems,
        manual=tuple(check.page(settings.severities.get(check.name)) for check in checks),
        judged_by=printable(settings.origin) if settings.origin else None,
    )


def _excused(
    settings: Settings, found: Sequence[Finding], problems: Sequence[Problem], state: State, answered: Set[str]
) -> tuple[Suppressed, Covered]:
    """Apply the ignores, and the baseline to what they leave."""
    ran = answered | {kind.value for kind in ProblemKind}
    suppressed = suppress(settings.ignores, found, problems, state.today, ran)
    return suppressed, cover(settings.entries, suppressed.findings)


def _idle(
    settings: Settings, found: Sequence[Finding], problems: Sequence[Problem], state: State, answered: Set[str]
) -> Iterator[tuple[Check, Hit]]:
    """Yield what a configuration excuses in vain."""
    suppressed, covered = _excused(settings, found, problems, state, answered)
    yield from ((UNUSED_IGNORE, hit) for hit in suppressed.unused)
    entries = judged(settings.entries, answered, state.stores)
    yield from ((UNUSED_BASELINE_ENTRY, hit) for hit in idle_entries(entries, covered))


def _ask(check: Check, graphs: Sequence[StoreGraph], settings: Settings) -> _Answer:
    answer = _Answer(check)
    configured = (settings.options.get(name, {}) for name in (check.options_of, check.name))
    options = dict(check.options)
    for table in configured:
        options.update(table)
    for graph in (graph for graph in graphs if graph.format in check.reads):
        missing = graph.incomplete.get(check.needs) if check.needs else None
        if missing:
            answer.reasons.append(missing)
            continue
        try:
            for hit in check.hits(graph, options):
                _weigh(answer, hit, graph, settings, graphs)
        except GitError as error:
            # An object that is read late may be missing, too: no crash, but no pass either.
            answer.reasons.append(str(error))
        except Exception as error:
            answer.crash = _crash(check, error)
            answer.reasons.append("the check crashed")
        answer.reasons += (graph.incomplete[e] for e in _looked_at(check) if e in graph.incomplete)
    return answer


def _looked_at(check: Check) -> Iterator[Evidence]:
    """Yield the evidence that a check looks at, apart from what it cannot do without."""
    yield from (Evidence.FACTS, Evidence.SESSIONS, *check.uses)


def _weigh(answer: _Answer, hit: Hit, graph: StoreGraph, settings: Settings, graphs: Sequence[StoreGraph]) -> None:
    missing = hit.unchecked or next((graph.incomplete[e] for e in hit.rests_on if e in graph.incomplete), None)
    if missing:
        answer.skipped += 1
        answer.reasons.append(missing)
    else:
        finding = _stamp(answer.check, hit, settings, graphs)
        entrance = None if finding.location else printable(graph.entrance)
        answer.findings.append(replace(finding, entrance=entrance))


def _problems(answers: Iterable[_Answer], graphs: Iterable[StoreGraph]) -> list[Problem]:
    read = [_told(problem) for graph in graphs for problem in graph.problems]
    crashes = [answer.crash for answer in answers if answer.crash]
    return sorted([*read, *crashes], key=lambda p: (p.path or "", p.line or 0, p.kind.value))


def _told(problem: Problem) -> Problem:
    return replace(problem, path=printable(problem.path) if problem.path else None, message=printable(problem.message))


def _crash(check: Check, error: Exception) -> Problem:
    import traceback  # noqa: PLC0415 - 4 ms that only a crash needs

    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{PurePath(frame.filename).name}:{frame.lineno}"
    message = f"the check {check.name} crashed ({type(error).__name__} at {place}); please report it"
    return Problem(ProblemKind.CRASHED_CHECK, None, None, message)


def _stamp(check: Check, hit: Hit, settings: Settings, graphs: Sequence[StoreGraph]) -> Finding:
    declared = check.severities[hit.grade]
    return Finding(
        check=check.name,
        severity=settings.severities.get(check.name, declared),
        subject=printable(hit.subject),
        location=_place(hit.location),
        message=without_people(printable(hit.message)),
        fix=printable(hit.fix),
        related=tuple(
            Related(_place(r.location) or r.location, without_people(printable(r.message))) for r in hit.related
        ),
        commit=hit.commit,
        fingerprint="",
        reason=hit.waived,
        excerpt=None if hit.sensitive else _excerpt(hit, graphs),
        values=hit.values,
    )


def _excerpt(hit: Hit, graphs: Sequence[StoreGraph]) -> str | None:
    if hit.location is None or hit.commit:
        return None
    lines = (graph.line(hit.location.path, hit.location.line) for graph in graphs)
    line = next((line for line in lines if line is not None), None)
    return without_people(printable(line))[:_EXCERPT_CAP] if line is not None else None


def _place(location: Location | None) -> Location | None:
    return replace(location, path=printable(location.path)) if location else None


def order(finding: Finding) -> tuple[str, int, str, str, str, str]:
    """Return what findings are sorted by."""
    path, line = (finding.location.path, finding.location.line) if finding.location else ("", 0)
    return path, line, finding.check, finding.subject, finding.commit or "", finding.message


def _fingerprinted(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Number what is alike, so that every fingerprint is unique and none depends on a line or a wording."""
    seen: dict[tuple[str, str, str], int] = {}
    for finding in sorted(findings, key=order):
        key = (finding.check, finding.location.path if finding.location else "", finding.subject)
        ordinal = seen[key] = seen.get(key, 0) + 1
        parts = "\0".join([*key, str(ordinal)]).encode("utf-8", "surrogateescape")
        yield replace(finding, fingerprint=hashlib.sha256(parts).hexdigest()[:32])


def _results(answers: Iterable[_Answer], findings: Iterable[Finding]) -> Iterator[CheckResult]:
    counts = Counter(finding.check for finding in findings if not finding.suppressed)
    return (_result(answer, counts[answer.check.name]) for answer in answers)


def _result(answer: _Answer, count: int) -> CheckResult:
    verdict = Verdict.FAIL if count else Verdict.NOT_CHECKED if answer.reasons else Verdict.PASS
    reason = printable(answer.reasons[0]) if answer.reasons else None
    return CheckResult(answer.check.name, verdict, count, answer.skipped, reason, answer.crash is not None)


def worst(report: Report) -> Severity | None:
    """Return the worst severity that is not suppressed."""
    open_findings = [finding.severity for finding in report.findings if not finding.suppressed]
    return max(open_findings, default=None)
