"""The report in GitHub's Markdown, for a comment on a pull request or the summary of a step."""

from collections.abc import Iterator

from reports.account import baselined, ignored
from reports.markdown.escaping import code, prose
from reports.markdown.findings import detail_sections, overview
from reports.markdown.room import Section, assembled
from reports.markdown.unchecked import unchecked_sections
from reports.text.summary import summary_text, verdict
from verify.model.report import Report

# A comment holds 65,536 characters; the rest is for whoever posts it.
LIMIT = 60_000


def render(report: Report) -> str:
    """Return the report as Markdown of at most ``LIMIT`` bytes."""
    return assembled(list(_sections(report)), LIMIT)


def _sections(report: Report) -> Iterator[Section]:
    since = f" Only what came since {prose(report.since)}." if report.since else ""
    yield Section(f"**Memory check: {prose(verdict(report))}.**{since}")
    yield from unchecked_sections(report)
    yield overview(report)
    yield from detail_sections(report)
    yield _ignored(report)
    yield _baselined(report)
    yield Section(f"Judged by {prose(report.judged_by)}." if report.judged_by else "")
    yield Section(f"{prose(summary_text(report))} (memory-verify {prose(report.tool)})")


def _ignored(report: Report) -> Section:
    covered = ignored(report)
    items = tuple(f"- {code(check)} {code(subject)}: {prose(reason)}" for check, subject, reason in covered)
    opening = f"<details><summary>{len(covered)} ignored, each with a reason</summary>\n"
    return Section(opening, items, "\n</details>") if covered else Section("")


def _baselined(report: Report) -> Section:
    items = tuple(f"- {prose(line)}" for line in baselined(report))
    return Section(f"{report.baselined} in the baseline:\n", items) if items else Section("")
