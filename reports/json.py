"""The JSON report, version 1; its schema stands in ``docs/report.schema.json``."""

import json
from typing import Any

from verify.model.report import Finding, Problem, Report, Severity, StoreSummary

VERSION = 1


def render(report: Report) -> str:
    """Return the report as JSON."""
    document = {
        "version": VERSION,
        "tool": report.tool,
        "root": ".",
        "revision": report.revision,
        "as_of": report.as_of,
        "stores": [_store(store) for store in report.stores],
        "checked": [
            {
                "check": result.check,
                "verdict": result.verdict.value,
                "count": result.count,
                "skipped": result.skipped,
                "reason": result.reason,
            }
            for result in report.checked
        ],
        "not_run": list(report.not_run),
        "summary": {
            **{severity.label: report.count(severity) for severity in sorted(Severity, reverse=True)},
            "suppressed": sum(1 for finding in report.findings if finding.suppressed),
            "problems": sum(1 for problem in report.problems if not problem.suppressed),
        },
        "findings": [_finding(finding) for finding in report.findings],
        "coverage": {},
        "problems": [_problem(problem) for problem in report.problems],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _store(store: StoreSummary) -> dict[str, Any]:
    return {
        "format": store.format,
        "path": store.path,
        "checked": store.checked,
        "facts": store.facts,
        "archived": store.archived,
        "sessions": store.sessions,
    }


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
        "reason": finding.reason,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "kind": problem.kind.value,
        "path": problem.path,
        "line": problem.line,
        "message": problem.message,
        "suppressed": problem.suppressed,
    }
