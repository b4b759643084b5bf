"""The checks and their families, with what they found."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from reports.account import is_complete
from verify.model.report import CheckResult, Report, Severity, Verdict

WORDS = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.NOT_CHECKED: "not checked"}
UNKNOWN = "other"


def family_of(report: Report) -> Mapping[str, str]:
    """Return the family of each check that ran."""
    return {page.check: page.family for page in report.manual}


def check_rows(report: Report) -> list[dict[str, Any]]:
    """Return a row for each check that ran."""
    pages = {page.check: page for page in report.manual}
    return [
        {
            "check": result.check,
            "family": pages[result.check].family if result.check in pages else UNKNOWN,
            "verdict": result.verdict.value,
            "word": WORDS[result.verdict],
            "count": result.count,
            "remark": _remark(result),
            "summary": pages[result.check].summary if result.check in pages else "",
        }
        for result in report.checked
    ]


def _remark(result: CheckResult) -> str:
    if is_complete(result):
        return ""
    claims = f"{result.skipped} claims not checked: " if result.skipped else ""
    part = "in part: " if result.verdict is not Verdict.NOT_CHECKED and not claims else ""
    return f"{claims or part}{result.reason or 'no reason was given'}"


def families(report: Report, drawn: Mapping[str, Markup]) -> list[dict[str, Any]]:
    """Return a row for each family: its verdicts, its findings by severity, and how they went."""
    known = family_of(report)
    rows: dict[str, dict[str, Any]] = {}
    for result in report.checked:
        name = known.get(result.check, UNKNOWN)
        row = rows.setdefault(name, _empty(name, drawn))
        row[result.verdict.value] += 1
        row["partly"] += result.verdict is Verdict.PASS and not is_complete(result)
    for finding in report.findings:
        if not finding.suppressed:
            name = known.get(finding.check, UNKNOWN)
            rows.setdefault(name, _empty(name, drawn))[finding.severity.label] += 1
    return sorted(rows.values(), key=lambda row: [-row[s.label] for s in sorted(Severity, reverse=True)])


def _empty(name: str, drawn: Mapping[str, Markup]) -> dict[str, Any]:
    counts = dict.fromkeys([*(verdict.value for verdict in Verdict), *(s.label for s in Severity), "partly"], 0)
    return {"name": name, **counts, "line": drawn.get(name, Markup(""))}
