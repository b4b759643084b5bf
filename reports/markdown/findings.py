"""The findings: a table of the checks that found something, then the evidence of each."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from reports.account import counted
from reports.markdown.escaping import code, prose
from reports.markdown.room import Section
from reports.text.findings import short_commit
from verify.model.report import Finding, Report, Severity

_PLACES = 3
_RELATED = 5


class _Group(Struct, frozen=True):
    """The findings of one check."""

    family: str
    check: str
    severity: Severity
    findings: tuple[Finding, ...]


def overview(report: Report) -> Section:
    """Return the table, the worst first."""
    header = "| severity | check | findings | where |\n|---|---|---:|---|"
    rows = tuple(map(_row, _groups(report)))
    return Section(header if rows else "", rows, more="| | and {} more | | |")


def detail_sections(report: Report) -> Iterator[Section]:
    """Yield the findings of each check with their evidence, and what to do."""
    for group in _groups(report):
        title = f"{code(group.check)}: {counted(len(group.findings), 'finding')}"
        fixes = {finding.fix for finding in group.findings}
        fix = f"\nHow to fix: {prose(fixes.pop())}\n" if len(fixes) == 1 else ""
        items = tuple(_finding(finding, with_fix=not fix) for finding in group.findings)
        yield Section(f"<details><summary>{title}</summary>\n{fix}", items, "\n</details>")


def _groups(report: Report) -> list[_Group]:
    families = {page.check: page.family for page in report.manual}
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if not finding.suppressed:
            found.setdefault(finding.check, []).append(finding)
    groups = [
        _Group(families.get(check, ""), check, max(f.severity for f in findings), tuple(findings))
        for check, findings in found.items()
    ]
    return sorted(groups, key=lambda group: (-group.severity, group.family, group.check))


def _row(group: _Group) -> str:
    places = list(dict.fromkeys(map(_place, group.findings)))
    more = f" and {len(places) - _PLACES} more" if len(places) > _PLACES else ""
    family = f"{prose(group.family)} / " if group.family else ""
    where = ", ".join(map(code, places[:_PLACES])) + more
    return f"| {group.severity.label} | {family}{code(group.check)} | {len(group.findings)} | {where} |"


def _finding(finding: Finding, *, with_fix: bool) -> str:
    lines = [f"- {finding.severity.label} {code(_place(finding))}: {prose(finding.message)}"]
    if finding.excerpt is not None:
        lines.append(f"  <br>{code(finding.excerpt.strip())}")
    lines += _see(finding)
    if with_fix:
        lines.append(f"  <br>fix: {prose(finding.fix)}")
    return "\n".join(lines)


def _see(finding: Finding) -> Sequence[str]:
    shown = [
        f"  <br>see {code(f'{related.location.path}:{related.location.line}')} {prose(related.message)}"
        for related in finding.related[:_RELATED]
    ]
    more = len(finding.related) - _RELATED
    return [*shown, f"  <br>and {more} more places"] if more > 0 else shown


def _place(finding: Finding) -> str:
    commit = f"commit {short_commit(finding.commit)}" if finding.commit is not None else ""
    at = f"{finding.location.path}:{finding.location.line}" if finding.location else ""
    return f"{commit} {at}".strip() or finding.subject
