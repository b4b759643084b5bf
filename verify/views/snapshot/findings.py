"""What the checks found, and what they could not look at."""

from collections.abc import Iterable, Iterator, Sequence

from verify.model.location import Location
from verify.model.report import Finding, Report, Severity, Verdict
from verify.model.snapshot import Cited, Section, Source, Statement, Topic

_SHOWN = 4
"""How many findings of one check are told one by one."""


def found(report: Report, findings: Sequence[Finding], elsewhere: int, memory: str, share: int) -> Section:
    """Tell the findings that are not told elsewhere, the gravest first."""
    told = tuple(_grouped(sorted(findings, key=lambda finding: -finding.severity)))
    counts = ", ".join(f"{report.count(severity)} {severity.label}s" for severity in reversed(Severity))
    passed = sum(1 for result in report.checked if result.verdict is Verdict.PASS)
    hidden = sum(1 for finding in report.findings if finding.suppressed)
    also = f"; {elsewhere} of them stand among the contradictions" if elsewhere else ""
    intro = ("verify check on ", Cited(memory), f": {counts}{also}. {passed} checks passed, {hidden} findings ignored.")
    return Section(Topic.FINDINGS, told, "Nothing else was found.", intro, (), share)


def _grouped(findings: Iterable[Finding]) -> Iterator[Statement]:
    """Yield a statement a finding; of many of one kind one statement, with the first of them."""
    kinds: dict[tuple[Severity, str], list[Finding]] = {}
    for finding in findings:
        kinds.setdefault((finding.severity, finding.check), []).append(finding)
    for (severity, name), same in kinds.items():
        statements = [statement_of(finding) for finding in same[:_SHOWN]]
        if len(same) <= _SHOWN:
            yield from statements
        else:
            words = f"{severity.label}, {name}: {len(same)} findings, of which these are the first"
            yield Statement((words,), statements[0].sources, notes=tuple(statements))


def statement_of(finding: Finding) -> Statement:
    """Tell one finding."""
    related = tuple(Statement((Cited(one.message),), (_place(one.location),)) for one in finding.related[:3])
    sources = [_place(finding.location)] if finding.location else []
    sources += [Source(commit=finding.commit)] if finding.commit else []
    words = (f"{finding.severity.label}, {finding.check}: ", Cited(finding.message))
    return Statement(words, tuple(sources), None, related)


def _place(location: Location) -> Source:
    return Source(location.path, location.line)


def unchecked(report: Report, memory: str) -> Section:
    """Tell what could not be read, the checks that gave no answer, and findings that the configuration ignores."""
    told = [*_problems(report, memory), *_silent(report, memory), *_ignored(report)]
    lacking = "Every check that ran could look at all that it asks for."
    intro = (f"{len(report.not_run)} checks were not run",)
    advisory = f", {len(report.advisory)} of them heuristics" if report.advisory else ""
    never = ". What it cannot judge at all, such as whether a fact is true, is not listed."
    return Section(Topic.UNCHECKED, tuple(told), lacking, (*intro, advisory, never))


def _problems(report: Report, memory: str) -> Iterator[Statement]:
    for problem in report.problems:
        words = (f"problem, {problem.kind.value}: ", Cited(problem.message))
        yield Statement(words, (Source(problem.path or memory, problem.line),))


def _silent(report: Report, memory: str) -> Iterator[Statement]:
    reasons: dict[str, list[str]] = {}
    for result in report.checked:
        if result.reason:
            count = f" ({result.skipped} of its claims)" if result.skipped else ""
            reasons.setdefault(result.reason, []).append(f"{result.check}{count}")
    for reason, names in reasons.items():
        yield Statement(("not checked: ", Cited(reason), f": {', '.join(names)}"), (Source(memory),))
    for store in report.stores:
        if not store.checked:
            yield Statement(("another memory, not looked at: ", Cited(store.path)), (Source(store.path),))


def _ignored(report: Report) -> Iterator[Statement]:
    for finding in report.findings:
        if finding.suppressed:
            place = [_place(finding.location)] if finding.location else []
            place += [Source(commit=finding.commit)] if finding.commit else []
            words = (f"ignored, {finding.check} on ", Cited(finding.subject), ": ", Cited(finding.reason or ""))
            yield Statement(words, tuple(place))
