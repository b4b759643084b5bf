"""The report as a SARIF 2.1.0 log with one run."""

from typing import Any

from reports.json_text import dumped
from reports.sarif.notifications import DESCRIPTORS, notifications
from reports.sarif.places import ROOT
from reports.sarif.results import result
from reports.sarif.rules import rule
from reports.text.summary import summary_text
from reports.totals import totals
from verify.model.report import Report

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report) -> str:
    """Return the report as SARIF."""
    return dumped({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]})


def _run(report: Report) -> dict[str, Any]:
    indexes = {page.check: index for index, page in enumerate(report.manual)}
    return {
        "tool": {
            "driver": {
                "name": "memory-verify",
                "version": report.tool,
                "semanticVersion": report.tool,
                "rules": [rule(page) for page in report.manual],
                "notifications": DESCRIPTORS,
            }
        },
        "invocations": [_invocation(report, indexes)],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository that was checked."}}},
        "columnKind": "unicodeCodePoints",
        "results": [result(finding, report, indexes.get(finding.check)) for finding in report.findings],
        "properties": _properties(report),
    }


def _invocation(report: Report, indexes: dict[str, int]) -> dict[str, Any]:
    return {
        "executionSuccessful": all(problem.suppressed for problem in report.problems),
        "toolExecutionNotifications": list(notifications(report, indexes)),
    }


def _properties(report: Report) -> dict[str, Any]:
    return {
        "summary": summary_text(report),
        "totals": totals(report),
        "revision": report.revision,
        "asOf": report.as_of,
        "judgedBy": report.judged_by,
        "since": report.since,
        "checked": [{"check": r.check, "verdict": r.verdict.value, "skipped": r.skipped} for r in report.checked],
        "notRun": list(report.not_run),
    }
