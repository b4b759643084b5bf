"""The figures of a run, the same in every format that has a place for them."""

from reports.account import ignored, open_problems, other_memories, skipped_claims
from verify.model.report import Report, Severity, Verdict


def totals(report: Report) -> dict[str, int]:
    """Count what was found, what was left out of it, and what was not checked."""
    verdicts = [result.verdict for result in report.checked]
    return {
        **{severity.label: report.count(severity) for severity in sorted(Severity, reverse=True)},
        "ignored": len(ignored(report)),
        "baselined": report.baselined,
        "existing": report.existing,
        "problems": len(open_problems(report)),
        "checks_passed": verdicts.count(Verdict.PASS),
        "checks_failed": verdicts.count(Verdict.FAIL),
        "checks_not_checked": verdicts.count(Verdict.NOT_CHECKED),
        "checks_not_run": len(report.not_run),
        "claims_not_checked": skipped_claims(report),
        "memories_not_checked": len(other_memories(report)),
    }
