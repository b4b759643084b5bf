"""The findings as rows, check by check, the gravest first."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from reports.html.checks import UNKNOWN
from reports.html.manual import section
from reports.html.tables import Row
from reports.text.excerpt import excerpt
from reports.text.findings import short_commit
from verify.model.dossier import Dossier
from verify.model.manual import ManualPage
from verify.model.report import Finding, Severity

_ROOM = 220


class Groups:
    """All findings, and those of the first few checks as groups; ``at`` are the numbers of the nodes."""

    def __init__(self, dossier: Dossier, at: Mapping[str, int]) -> None:
        self._pages = {page.check: page for page in dossier.report.manual}
        self._subjects = dossier.subjects
        self._at = at
        found = sorted(dossier.report.findings, key=_rank(dossier.report.findings))
        self._names = list(dict.fromkeys(finding.check for finding in found))
        self._remedies = _remedies(found)
        self.rows: Sequence[Row] = [self._row(finding) for finding in found]

    @property
    def checks(self) -> list[dict[str, Any]]:
        """What is told of each check with findings, in their order."""
        return [self._check(name) for name in self._names]

    def first(self, count: int) -> list[dict[str, Any]]:
        """Return the groups of the first findings."""
        grouped = groupby(self.rows[:count], key=lambda row: row["check"])
        return [{**self._check(self._names[at]), "rows": list(rows)} for at, rows in grouped]

    @property
    def blank(self) -> Row:
        """A row without values."""
        return {**dict.fromkeys(self.rows[0] if self.rows else (), ""), "node": -1}

    def _check(self, name: str) -> dict[str, Any]:
        page = self._pages.get(name) or ManualPage(name, UNKNOWN, Severity.NOTE, False, "")
        return {
            "name": name,
            "family": page.family,
            "summary": page.summary,
            "remedy": self._remedies.get(name, ""),
            "why": section(page, "Why it matters"),
            "what": section(page, "What it finds"),
            "fix": section(page, "How to fix"),
        }

    def _row(self, finding: Finding) -> Row:
        key = self._subjects.get(finding.fingerprint, "")
        text, pointer = _excerpt(finding)
        return {
            "id": finding.fingerprint,
            "check": self._names.index(finding.check),
            "severity": finding.severity.label,
            "subject": finding.subject,
            "path": finding.location.path if finding.location else "",
            "line": finding.location.line if finding.location else 0,
            "column": finding.location.column if finding.location else 0,
            "commit": short_commit(finding.commit) if finding.commit else "",
            "message": finding.message,
            "excerpt": text,
            "pointer": pointer,
            "related": [[f"{r.location.path}:{r.location.line}", r.message] for r in finding.related],
            "fix": finding.fix,
            "remedy": "" if self._remedies[finding.check] else finding.fix,
            "reason": finding.reason,
            "cover": _cover(finding),
            "node": self._at.get(key, -1),
        }


def _rank(findings: Sequence[Finding]) -> Any:
    """Return a sort key: by the gravest open finding of a check, then as the report has them; ignored ones last."""
    worst: dict[str, int] = {}
    for finding in findings:
        value = 0 if finding.suppressed else int(finding.severity)
        worst[finding.check] = max(worst.get(finding.check, 0), value)
    order = {id(finding): number for number, finding in enumerate(findings)}
    return lambda f: (-worst[f.check], f.check, f.suppressed, -f.severity, order[id(f)])


def _remedies(findings: Sequence[Finding]) -> Mapping[str, str]:
    """Return the fix of each check where it is the same for all its findings, so that it is said once."""
    fixes: dict[str, set[str]] = {}
    for finding in findings:
        fixes.setdefault(finding.check, set()).add(finding.fix)
    return {check: min(found) if len(found) == 1 else "" for check, found in fixes.items()}


def _cover(finding: Finding) -> str:
    """Return what a finding is covered by, in a word; nothing for one that counts."""
    if finding.baselined:
        return "baseline"
    return "ignored" if finding.suppressed else ""


def _excerpt(finding: Finding) -> tuple[str, int]:
    """Return the line, and how many signs stand before the place in it; -1 if there is no such place."""
    if finding.location is None or finding.excerpt is None:
        return "", -1
    text, pointer = excerpt(finding.excerpt, finding.location.column, _ROOM)
    return text, -1 if pointer is None else pointer
