"""The text report, for a terminal, a log of a build server, or an agent."""

from collections.abc import Iterator

from reports.text.closing import baseline_block, ignored_block, judge_block, limits_block, unchecked_block
from reports.text.findings import finding_blocks, problem_block
from reports.text.lines import Block, plain, styled
from reports.text.summary import summary_line
from verify.model.report import Report


def render(report: Report) -> str:
    """Return the report as plain text."""
    return plain(_blocks(report))


def body(report: Report) -> str:
    """Return the plain text without its summary."""
    return plain(_body(report))


def summary(report: Report) -> str:
    """Return the last line of the plain text."""
    return plain([[summary_line(report)]])


def render_styled(report: Report) -> str:
    """Return the same text with the escape sequences that colour it."""
    return styled(_blocks(report))


def _blocks(report: Report) -> Iterator[Block]:
    yield from _body(report)
    yield [summary_line(report)]


def _body(report: Report) -> Iterator[Block]:
    yield problem_block(report.problems)
    yield from finding_blocks(report.findings)
    yield [*ignored_block(report), *baseline_block(report)]
    yield unchecked_block(report)
    yield limits_block(report)
    yield judge_block(report)
