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
    counts = ", ".join(_counted(report.count(severity), severity.label) for severity in reversed(Severity))
    also = f"; {elsewhere} of them stand among the contradictions" if elsewhere else ""
    intro = ("verify check on ", Cited(memory), f": {counts}{also}. {_rest(report)}.")
    return Section(Topic.FINDINGS, told, "Nothing else was found.", intro, (), share)


def _rest(report: Report) -> str:
    """Say how many checks found nothing that counts, and how many findings do not."""
    passed = sum(1 for result in report.checked if result.verdict is Verdict.PASS)
    hidden = sum(1 for finding in report.findings if finding.suppressed)
    outcome = "found nothing new" if hidden else "passed"
    told = f"{_counted(passed, 'check')} {outcome}, {_counted(hidden - report.baselined, 'finding')} ignored"
    return f"{told}, {report.baselined} in the baseline" if report.baselined else told


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
    words = (f"{finding.severity.label}, {finding.check}: ", Cited(finding.message))
    return Statement(words, _sources(finding), None, related)


def _sources(finding: Finding) -> tuple[Source, ...]:
    place = [_place(finding.location)] if finding.location else []
    commit = [Source(commit=finding.commit)] if finding.commit else []
    return (*place, *commit)


def _place(location: Location) -> Source:
    return Source(location.path, location.line)


def unchecked(report: Report, memory: str) -> Section:
    """Tell what could not be read, the checks that gave no answer, and findings that are ignored or stand."""
    told = [*_problems(report, memory), *_silent(report, memory), *_ignored(report), *_baselined(report)]
    lacking = "Every check that ran could look at all that it asks for."
    number = len(report.not_run)
    intro = (f"{_counted(number, 'check')} {'was' if number == 1 else 'were'} not run",)
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
        if finding.suppressed and not finding.baselined:
            words = (f"ignored, {finding.check} on ", Cited(finding.subject), ": ", Cited(finding.reason or ""))
            yield Statement(words, _sources(finding))


def _baselined(report: Report) -> Iterator[Statement]:
    """Yield a statement a check and reason, for a baseline may hold hundreds of findings."""
    alike: dict[tuple[str, str], list[Finding]] = {}
    for finding in report.findings:
        if finding.baselined:
            alike.setdefault((finding.check, finding.reason or ""), []).append(finding)
    for (check, reason), findings in alike.items():
        words = (f"in the baseline, {check}: {_counted(len(findings), 'finding')}, ", Cited(reason))
        yield Statement(words, tuple(source for finding in findings[:_SHOWN] for source in _sources(finding)))
