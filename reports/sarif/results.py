"""The findings as SARIF's results."""

from typing import Any

from reports.escaping import visible
from reports.sarif.places import artifact, message, physical, sentence
from verify.model.report import Finding, Related, Report

FINGERPRINT = "memoryVerifyFinding/v1"


def result(finding: Finding, report: Report, index: int | None) -> dict[str, Any]:
    """Return one finding; an ignored one carries its reason as a suppression."""
    return {
        "ruleId": finding.check,
        **({} if index is None else {"ruleIndex": index}),
        "level": finding.severity.label,
        "message": message(_text(finding)),
        "locations": list(_locations(finding, report)),
        **_related(finding.related),
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        # Either every result of a run has this list or none.
        "suppressions": _suppressions(finding),
        **({"baselineState": "new"} if report.since is not None else {}),
        "properties": _properties(finding),
    }


def _text(finding: Finding) -> str:
    commit = f"In commit {finding.commit}: " if finding.commit is not None else ""
    return f"{commit}{sentence(finding.message)} To fix it: {sentence(finding.fix)}"


def _locations(finding: Finding, report: Report) -> list[dict[str, Any]]:
    """Return its place, or the file by which its memory is entered: GitHub refuses a log with a result without one."""
    subject = {"logicalLocations": [{"name": finding.subject}]}
    if finding.location:
        return [{"physicalLocation": physical(finding.location), **subject}]
    entrance = finding.entrance or next((store.path for store in report.stores if store.checked), None)
    if entrance is None:
        return []
    about = "a commit" if finding.commit is not None else "the memory as a whole"
    note = message(f"It has no place in a file: it is about {about}, and stands where the memory is entered.")
    place = {"artifactLocation": artifact(entrance), "region": {"startLine": 1, "startColumn": 1}}
    return [{"physicalLocation": place, **subject, "message": note}]


def _related(related: tuple[Related, ...]) -> dict[str, Any]:
    places = [{"physicalLocation": physical(r.location), "message": message(r.message)} for r in related]
    return {"relatedLocations": places} if places else {}


def _suppressions(finding: Finding) -> list[dict[str, Any]]:
    if finding.reason is None:
        return []
    return [{"kind": "external", "status": "accepted", "justification": visible(finding.reason)}]


def _properties(finding: Finding) -> dict[str, Any]:
    commit = {} if finding.commit is None else {"commit": finding.commit}
    return {"subject": finding.subject, "fix": finding.fix, **commit}
