"""The JSON report, version 1; its schema stands in ``docs/report.schema.json``."""

from typing import Any

from msgspec import to_builtins

from reports.json_text import dumped
from verify.model.report import CheckResult, Finding, Problem, Report, Severity, StoreSummary

VERSION = 1


def render(report: Report) -> str:
    """Return the report as JSON."""
    document = {
        "version": VERSION,
        "tool": report.tool,
        "root": ".",
        "revision": report.revision,
        "as_of": report.as_of,
        "judged_by": report.judged_by,
        "since": report.since,
        "stores": [_store(store) for store in report.stores],
        "checked": [_result(result) for result in report.checked],
        "not_run": list(report.not_run),
        "summary": _summary(report),
        "findings": [_finding(finding) for finding in report.findings],
        "coverage": to_builtins(report.coverage) if report.coverage else {},
        "limits": list(report.limits),
        "problems": [_problem(problem) for problem in report.problems],
    }
    return dumped(document)


def _summary(report: Report) -> dict[str, int]:
    ignored = [*(f.suppressed for f in report.findings), *(p.suppressed for p in report.problems)]
    return {
        **{severity.label: report.count(severity) for severity in sorted(Severity, reverse=True)},
        "suppressed": sum(ignored),
        "baselined": report.baselined,
        "existing": report.existing,
        "problems": sum(not problem.suppressed for problem in report.problems),
    }


def _result(result: CheckResult) -> dict[str, Any]:
    return {
        "check": result.check,
        "verdict": result.verdict.value,
        "count": result.count,
        "skipped": result.skipped,
        "reason": result.reason,
    }


def _store(store: StoreSummary) -> dict[str, Any]:
    return {"format": store.format.value, "path": store.path, "checked": store.checked, **dict(store.counts)}


def _finding(finding: Finding) -> dict[str, Any]:
    place = finding.location
    return {
        "check": finding.check,
        "severity": finding.severity.label,
        "subject": finding.subject,
        "path": place.path if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "end_line": place.end_line if place else None,
        "message": finding.message,
        "fix": finding.fix,
        "commit": finding.commit,
        "related": [{"path": r.location.path, "line": r.location.line, "message": r.message} for r in finding.related],
        "fingerprint": finding.fingerprint,
        "suppressed": finding.suppressed,
        "baselined": finding.baselined,
        "reason": finding.reason,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "kind": problem.kind.value,
        "path": problem.path,
        "line": problem.line,
        "message": problem.message,
        "suppressed": problem.suppressed,
        "reason": problem.reason,
    }
