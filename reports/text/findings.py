"""Findings and problems as blocks of text, grouped by file."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from reports.escaping import visible
from reports.text.excerpt import excerpt
from reports.text.lines import WIDTH, Block, Line, Span, Tone, wrapped
from verify.model.location import Location
from verify.model.report import Finding, Problem, Related, Severity

TONES = {Severity.ERROR: Tone.ERROR, Severity.WARNING: Tone.WARNING, Severity.NOTE: Tone.NOTE}
_INDENT = " " * 4
_COMMIT_DIGITS = 8


def problem_block(problems: Iterable[Problem]) -> Block:
    """Show what could not be read or checked, above all else."""
    open_problems = [problem for problem in problems if not problem.suppressed]
    if not open_problems:
        return []
    heading = "INCOMPLETE: the following was not checked, so all else holds only for the rest"
    return [(Span(heading, Tone.ERROR),), *(line for problem in open_problems for line in _problem(problem))]


def finding_blocks(findings: Iterable[Finding]) -> Iterator[Block]:
    """Show the findings that are not suppressed under a heading a file; those about history come last."""
    shown = sorted((f for f in findings if not f.suppressed), key=lambda f: _group(f)[0])
    for (_, heading), group in groupby(shown, key=_group):
        yield [(Span(heading, Tone.STRONG),)]
        for finding in group:
            yield list(_finding(finding))


def short_commit(commit: str) -> str:
    """Return the first digits of a commit id."""
    return commit[:_COMMIT_DIGITS]


def place(location: Location) -> str:
    """Return a place in the form that terminals and editors open on a click."""
    return f"{location.path}:{location.line}:{location.column}"


def _problem(problem: Problem) -> Iterator[Line]:
    at = ":".join(str(part) for part in (problem.path, problem.line) if part is not None)
    yield Span("  "), Span(problem.kind.value, Tone.ERROR), Span(f"  {at}" if at else "", Tone.PLACE)
    yield from wrapped(problem.message, _INDENT)


def _group(finding: Finding) -> tuple[int, str]:
    if finding.commit is not None:
        return 2, "history"
    return (0, finding.location.path) if finding.location else (1, "the memory as a whole")


def _finding(finding: Finding) -> Iterator[Line]:
    severity = Span(finding.severity.label, TONES[finding.severity])
    yield Span("  "), severity, Span(f" {finding.check}  "), Span(_where(finding), Tone.PLACE)
    yield from wrapped(finding.message, _INDENT)
    if finding.location and finding.excerpt is not None:
        yield from _excerpt(finding.excerpt, finding.location, TONES[finding.severity])
    for related in finding.related:
        yield from _related(related)
    yield from wrapped(finding.fix, _INDENT, lead="fix: ")


def _where(finding: Finding) -> str:
    commit = f"commit {short_commit(finding.commit)}" if finding.commit is not None else None
    parts = (commit, place(finding.location) if finding.location else None)
    return " ".join(part for part in parts if part) or finding.subject


def _related(related: Related) -> Iterator[Line]:
    lead, at = f"{_INDENT}see: ", visible(f"{related.location.path}:{related.location.line}")
    message = visible(related.message)
    whole = len(lead + at + message) < WIDTH
    yield Span(lead, Tone.FAINT), Span(at, Tone.PLACE), Span(f" {message}" if whole else "")
    if not whole:
        yield from wrapped(message, " " * len(lead))


def _excerpt(line: str, location: Location, tone: Tone) -> Iterator[Line]:
    number = str(location.line)
    text, pointer = excerpt(line, location.column, WIDTH - len(_INDENT) - len(number) - 3)
    yield Span(f"{_INDENT}{number} | ", Tone.FAINT), Span(text)
    if pointer is not None:
        gutter = Span(f"{_INDENT}{' ' * len(number)} | ", Tone.FAINT)
        yield gutter, Span(" " * pointer), Span("^", tone)
