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
        yield from map(_alike_block, _alike(group))


def finding_block(finding: Finding) -> Block:
    """Show one finding with its evidence."""
    return list(_finding(finding))


def problem_place(problem: Problem) -> str:
    """Return where a problem is, empty where it has no place."""
    return ":".join(str(part) for part in (problem.path, problem.line) if part is not None)


def short_commit(commit: str) -> str:
    """Return the first digits of a commit id."""
    return commit[:_COMMIT_DIGITS]


def place(location: Location) -> str:
    """Return a place in the form that terminals and editors open on a click."""
    return f"{location.path}:{location.line}:{location.column}"


def _problem(problem: Problem) -> Iterator[Line]:
    at = problem_place(problem)
    yield Span("  "), Span(problem.kind.value, Tone.ERROR), Span(f"  {at}" if at else "", Tone.PLACE)
    yield from wrapped(problem.message, _INDENT)


def _group(finding: Finding) -> tuple[int, str]:
    if finding.commit is not None:
        return 2, "history"
    return (0, finding.location.path) if finding.location else (1, "the memory as a whole")


def _alike(findings: Iterable[Finding]) -> Iterable[list[Finding]]:
    """Put findings together for which one fix is said once, in the order of the first of each."""
    found: dict[tuple[Severity, str, str], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.severity, finding.check, finding.fix), []).append(finding)
    return found.values()


def _alike_block(findings: list[Finding]) -> Block:
    return finding_block(findings[0]) if len(findings) == 1 else list(_several(findings))


def _several(findings: list[Finding]) -> Iterator[Line]:
    yield _title(findings[0], f", {len(findings)} times")
    beside = all(len(_INDENT + visible(f"{_where(f)}  {f.message}")) <= WIDTH for f in findings)
    for finding in findings:
        at = Span(_where(finding), Tone.PLACE)
        yield (Span(_INDENT), at, Span(f"  {finding.message}")) if beside else (Span(_INDENT), at)
        if not beside:
            yield from wrapped(finding.message, _INDENT + "  ")
        yield from _evidence(finding, _INDENT * 2)
    yield from wrapped(findings[0].fix, _INDENT, lead="fix: ")


def _finding(finding: Finding) -> Iterator[Line]:
    yield *_title(finding, "  "), Span(_where(finding), Tone.PLACE)
    yield from wrapped(finding.message, _INDENT)
    yield from _evidence(finding, _INDENT)
    yield from wrapped(finding.fix, _INDENT, lead="fix: ")


def _title(finding: Finding, behind: str) -> Line:
    return Span("  "), Span(finding.severity.label, TONES[finding.severity]), Span(f" {finding.check}{behind}")


def _evidence(finding: Finding, indent: str) -> Iterator[Line]:
    if finding.location and finding.excerpt is not None:
        yield from _excerpt(finding.excerpt, finding.location, TONES[finding.severity], indent)
    for related in finding.related:
        yield from _related(related, f"{indent}see: ")


def _where(finding: Finding) -> str:
    commit = f"commit {short_commit(finding.commit)}" if finding.commit is not None else None
    parts = (commit, place(finding.location) if finding.location else None)
    return " ".join(part for part in parts if part) or finding.subject


def _related(related: Related, lead: str) -> Iterator[Line]:
    at, message = visible(f"{related.location.path}:{related.location.line}"), visible(related.message)
    whole = len(lead + at + message) < WIDTH
    yield Span(lead, Tone.FAINT), Span(at, Tone.PLACE), Span(f" {message}" if whole else "")
    if not whole:
        yield from wrapped(message, " " * len(lead))


def _excerpt(line: str, location: Location, tone: Tone, indent: str) -> Iterator[Line]:
    number = str(location.line)
    text, pointer = excerpt(line, location.column, WIDTH - len(indent) - len(number) - 3)
    yield Span(f"{indent}{number} | ", Tone.FAINT), Span(text)
    # At the first character of a line there is nothing to point out.
    if pointer is not None and text[:pointer].strip():
        gutter = Span(f"{indent}{' ' * len(number)} | ", Tone.FAINT)
        yield gutter, Span(" " * pointer), Span("^", tone)
