"""What every format tells beside the findings: what was ignored, what was not checked, and why."""

from collections import Counter
from collections.abc import Iterator, Sequence

from verify.model.report import CheckResult, Problem, Report, Verdict

_NAMED_REASONS = 5


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the right form."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def is_complete(result: CheckResult) -> bool:
    """Tell whether a check answered about all that it looks at."""
    return result.verdict is not Verdict.NOT_CHECKED and not result.skipped and result.reason is None


def unchecked(report: Report) -> dict[str, list[CheckResult]]:
    """Return the checks that gave no full answer, by reason."""
    reasons: dict[str, list[CheckResult]] = {}
    for result in report.checked:
        if not is_complete(result):
            reasons.setdefault(result.reason or "no reason was given", []).append(result)
    return reasons


def label(result: CheckResult) -> str:
    """Name a check that gave no full answer, and say how much of it is missing."""
    if result.skipped:
        return f"{result.check} ({counted(result.skipped, 'claim')})"
    return result.check if result.verdict is Verdict.NOT_CHECKED else f"{result.check} (in part)"


def skipped_claims(report: Report) -> int:
    """Count the claims that could not be checked."""
    return sum(result.skipped for result in report.checked)


def other_memories(report: Report) -> list[str]:
    """Return the memories of the repository that were not looked at."""
    return [store.path for store in report.stores if not store.checked]


def open_problems(report: Report) -> list[Problem]:
    """Return what made the run incomplete."""
    return [problem for problem in report.problems if not problem.suppressed]


def ignored(report: Report) -> Sequence[tuple[str, str, str]]:
    """Return check or kind, subject and reason of all that an ignore or a waiver covers."""
    findings = [(f.check, f.subject, f.reason or "") for f in report.findings if f.suppressed and not f.baselined]
    return [*findings, *((p.kind.value, p.path or "", p.reason or "") for p in report.problems if p.suppressed)]


def baselined(report: Report) -> Iterator[str]:
    """Yield how many findings the baseline covers for which reason; it may cover hundreds for one."""
    counts = Counter(finding.reason for finding in report.findings if finding.baselined).most_common()
    yield from (f"{counted(number, 'finding')}: {reason}" for reason, number in counts[:_NAMED_REASONS])
    if rest := sum(number for _, number in counts[_NAMED_REASONS:]):
        yield f"{counted(rest, 'finding')} for other reasons"


def why_not_run(report: Report) -> list[tuple[str, str]]:
    """Return the checks that were not asked, each with the reason."""
    heuristics = "it is a heuristic, which --tier advisory adds"
    chosen = "it was left out by --select, --ignore or --tier"
    return [(check, heuristics if check in report.advisory else chosen) for check in report.not_run]
