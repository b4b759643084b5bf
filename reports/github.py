"""The report for the log of GitHub Actions: annotations, then all of it as text in a group, then the summary."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from reports.account import counted, is_complete, open_problems
from reports.escaping import visible, without_commands
from reports.text import body, summary
from verify.model.report import Finding, Problem, Report, Severity

LIMIT = 10
"""GitHub shows so many annotations of each kind a step."""
# The runner cuts longer messages.
_ROOM = 4000
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


class _Annotation(Struct, frozen=True):
    """One workflow command; the properties are already escaped."""

    severity: Severity
    properties: tuple[str, ...]
    message: str


def render(report: Report) -> str:
    """Return workflow commands and the log behind them."""
    annotations = "".join(f"{_command(annotation)}\n" for annotation in _shown(list(_annotations(report))))
    log = body(report)
    group = f"::group::The whole report\n{log}::endgroup::\n" if log else ""
    return annotations + group + summary(report)


def _annotations(report: Report) -> Iterator[_Annotation]:
    """Yield what kept the run from being complete, what was not checked, and the findings, the worst first."""
    yield from map(_problem, open_problems(report))
    unchecked = [result.check for result in report.checked if not is_complete(result)]
    if unchecked:
        text = f"{counted(len(unchecked), 'check')} could not look at everything: {', '.join(unchecked)}"
        yield _Annotation(Severity.WARNING, _properties(title="not checked"), text)
    findings = [finding for finding in report.findings if not finding.suppressed]
    yield from map(_finding, sorted(findings, key=lambda finding: -finding.severity))


def _shown(annotations: Sequence[_Annotation]) -> list[_Annotation]:
    """Return as many as GitHub shows; where some are left out, the last of the worst kind says how many."""
    kept: list[_Annotation] = []
    for severity in sorted(Severity, reverse=True):
        kept += [annotation for annotation in annotations if annotation.severity is severity][:LIMIT]
    if len(kept) == len(annotations):
        return kept
    crowded = next(s for s in sorted(Severity, reverse=True) if sum(a.severity is s for a in annotations) > LIMIT)
    kept.remove([annotation for annotation in kept if annotation.severity is crowded][-1])
    text = f"{len(annotations) - len(kept)} more are not annotated; the log of this step lists all of them"
    return [*kept, _Annotation(crowded, _properties(title="and more"), text)]


def _problem(problem: Problem) -> _Annotation:
    place = {"file": problem.path, "line": problem.line} if problem.path is not None else {}
    return _Annotation(Severity.ERROR, _properties(**place, title=f"incomplete: {problem.kind.value}"), problem.message)


def _finding(finding: Finding) -> _Annotation:
    place: dict[str, str | int | None] = {}
    at = finding.location
    if at:
        place = {"file": at.path, "line": at.line, "endLine": at.end_line, "col": at.column}
        # GitHub takes no column where a place has several lines.
        if at.end_line not in {None, at.line}:
            del place["col"]
    commit = f"In commit {finding.commit}: " if finding.commit is not None else ""
    text = f"{commit}{finding.message}\nfix: {finding.fix}"
    return _Annotation(finding.severity, _properties(**place, title=finding.check), text)


def _properties(**values: str | int | None) -> tuple[str, ...]:
    told = ((name, value) for name, value in values.items() if value is not None)
    return tuple(f"{name}={_harmless(str(value)).translate(_PROPERTY)}" for name, value in told)


def _command(annotation: _Annotation) -> str:
    message = "\n".join(map(_harmless, annotation.message[:_ROOM].split("\n")))[:_ROOM]
    return f"::{_COMMANDS[annotation.severity]} {','.join(annotation.properties)}::{message.translate(_DATA)}"


def _harmless(text: str) -> str:
    return without_commands(visible(text), r"\x23")
