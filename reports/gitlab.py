"""The report as a Code Quality artifact of GitLab: a list of issues."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from reports.account import baselined, counted, ignored, label, open_problems, other_memories, unchecked
from reports.escaping import encodable, visible
from reports.json_text import dumped
from verify.model.report import Finding, Problem, Report, Severity

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "minor"}
Place = tuple[str, int]


def render(report: Report) -> str:
    """Return the findings that count, then what was not checked; what is ignored is only counted."""
    memory = next((store.path for store in report.stores if store.checked), ".")
    issues = [_finding(finding, memory) for finding in report.findings if not finding.suppressed]
    issues += [_problem(problem, memory) for problem in open_problems(report)]
    issues += [_issue(name, text, "info", (memory, 1), reason) for name, text, reason in _remarks(report)]
    return dumped(list(_distinct(issues)))


def _finding(finding: Finding, memory: str) -> dict[str, Any]:
    at = finding.location
    place = (at.path, at.line) if at else (finding.entrance or memory, 1)
    commit = f"in commit {finding.commit}: " if finding.commit is not None else ""
    text = f"{commit}{finding.message} (fix: {finding.fix})"
    return {
        **_issue(finding.check, text, _SEVERITIES[finding.severity], place),
        "fingerprint": finding.fingerprint,
    }


def _problem(problem: Problem, memory: str) -> dict[str, Any]:
    place = (problem.path or memory, problem.line or 1)
    return _issue(problem.kind.value, f"incomplete: {problem.message}", "blocker", place)


def _remarks(report: Report) -> Iterator[tuple[str, str, str]]:
    """Yield a name, a text, and what tells it from others of the name, so that a count does not make it new."""
    for reason, results in unchecked(report).items():
        yield "not-checked", f"not checked: {reason}: {', '.join(map(label, results))}", reason
    for path in other_memories(report):
        yield "memory-not-checked", f"not checked: the memory {path}", path
    yield from (("not-proven", f"not proven: {limit}", str(at)) for at, limit in enumerate(report.limits))
    if covered := ignored(report):
        checks = ", ".join(f"{check} ({number})" for check, number in sorted(Counter(c for c, _, _ in covered).items()))
        yield "ignored", f"{len(covered)} ignored, each with a reason: {checks}", ""
    if report.baselined:
        yield "baseline", f"in the baseline: {'; '.join(baselined(report))}", ""
    if report.judged_by:
        yield "judged-by", f"judged by {report.judged_by}", ""
    if report.since:
        yield "since", f"only what came since {report.since}", ""
    if report.existing:
        yield "existing", f"{counted(report.existing, 'finding')} stood there before and are not listed", ""


def _issue(name: str, text: str, severity: str, place: Place, subject: str = "") -> dict[str, Any]:
    path, line = place
    return {
        "description": visible(text),
        "check_name": name,
        "fingerprint": _hash(name, path, subject),
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line}},
    }


def _distinct(issues: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Number equal fingerprints: GitLab shows only the first issue of each."""
    seen: Counter[str] = Counter()
    for issue in issues:
        fingerprint = issue["fingerprint"]
        seen[fingerprint] += 1
        ordinal = seen[fingerprint]
        yield issue if ordinal == 1 else {**issue, "fingerprint": _hash(fingerprint, str(ordinal))}


def _hash(*parts: str) -> str:
    return sha256(encodable("\0".join(parts)).encode()).hexdigest()[:32]
