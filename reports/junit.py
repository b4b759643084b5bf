"""The report as JUnit XML: a suite for each family, a test case for each check."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from reports.account import counted, is_complete, label, other_memories, why_not_run
from reports.text.findings import finding_block, problem_place
from reports.text.lines import plain
from reports.text.summary import summary_text
from reports.totals import totals
from reports.xml_text import Element, document
from verify.model.report import CheckResult, Finding, Problem, Report, Verdict

_OTHER = "other"
_OUTCOMES = {"failures": "failure", "errors": "error", "skipped": "skipped"}
Cases = Sequence[Element]


def render(report: Report) -> str:
    """Return the report as JUnit XML."""
    suites = {"run": _run_cases(report), **_families(report), "not run": _not_run(report)}
    counts = _counts(list(chain.from_iterable(suites.values())))
    properties = Element("properties", (), tuple(_properties(report)))
    elements = [
        Element(
            "testsuite", (("name", name), *_counts(cases).items()), ((properties,) if name == "run" else ()) + cases
        )
        for name, cases in suites.items()
        if cases or name == "run"
    ]
    # The element of the whole has no count of what was skipped.
    whole = [(name, number) for name, number in counts.items() if name != "skipped"]
    return document(Element("testsuites", (("name", "memory-verify"), *whole), tuple(elements)))


def _counts(cases: Cases) -> dict[str, str]:
    names = [[child.name for child in case.children if isinstance(child, Element)] for case in cases]
    told = {count: sum(outcome in inner for inner in names) for count, outcome in _OUTCOMES.items()}
    return {"tests": str(len(cases)), **{count: str(number) for count, number in told.items()}}


def _properties(report: Report) -> Iterator[Element]:
    figures = {"summary": summary_text(report), "version": report.tool}
    figures |= {"revision": report.revision or "", "as_of": report.as_of or ""}
    figures |= {"judged_by": report.judged_by} if report.judged_by else {}
    figures |= {"since": report.since} if report.since else {}
    figures |= {name: str(number) for name, number in totals(report).items()}
    for name, value in figures.items():
        yield Element("property", (("name", name), ("value", value)))


def _families(report: Report) -> dict[str, tuple[Element, ...]]:
    families = {page.check: page.family for page in report.manual}
    by_family = sorted(report.checked, key=lambda r: (families.get(r.check, _OTHER), r.check))
    groups = groupby(by_family, key=lambda r: families.get(r.check, _OTHER))
    return {f"{family} checks": tuple(_check_case(family, r, report) for r in results) for family, results in groups}


def _check_case(family: str, result: CheckResult, report: Report) -> Element:
    found = [finding for finding in report.findings if finding.check == result.check]
    counting = [finding for finding in found if not finding.suppressed]
    ignored = [f"{_excuse(finding)}: {finding.subject}: {finding.reason}" for finding in found if finding.suppressed]
    outcome = [_outcome(result)] if result.verdict is Verdict.NOT_CHECKED or result.crashed else []
    failure = [_failure(counting)] if counting else []
    partly = [] if outcome or is_complete(result) else [f"not checked: {label(result)}: {result.reason}"]
    told = [Element("system-out", (), (*partly, *ignored))] if partly or ignored else []
    return _case(family, result.check, [*outcome, *failure, *told])


def _excuse(finding: Finding) -> str:
    return "baseline" if finding.baselined else "ignored"


def _outcome(result: CheckResult) -> Element:
    return Element("error" if result.crashed else "skipped", (("message", f"{label(result)}: {result.reason}"),))


def _failure(findings: Sequence[Finding]) -> Element:
    """Return all findings of a check in one element: of several, some readers show only one."""
    worst = max(findings, key=lambda finding: finding.severity)
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    attributes = (("type", worst.severity.label), ("message", f"{worst.message}{more}"))
    return Element("failure", attributes, tuple(plain(map(finding_block, findings)).splitlines()))


def _run_cases(report: Report) -> tuple[Element, ...]:
    """Return what concerns the run as a whole: whatever kept it from being complete."""
    problems = tuple(map(_problem_case, report.problems))
    others = tuple(
        _skipped("run", f"memory {path}", "this memory was not looked at") for path in other_memories(report)
    )
    limits = enumerate(report.limits, 1)
    others += tuple(_skipped("run", f"not proven {number}", limit) for number, limit in limits)
    if not report.existing:
        return problems + others
    stood = f"{counted(report.existing, 'finding')} stood there before the change that is judged"
    return (*problems, *others, _skipped("run", "existing findings", stood))


def _problem_case(problem: Problem) -> Element:
    name = f"{problem.kind.value} {problem_place(problem)}".strip()
    if problem.reason is not None:
        return _skipped("run", name, f"{problem.message} (ignored: {problem.reason})")
    return _case("run", name, [Element("error", (("type", problem.kind.value), ("message", problem.message)))])


def _not_run(report: Report) -> tuple[Element, ...]:
    return tuple(_skipped("not run", check, why) for check, why in why_not_run(report))


def _skipped(family: str, name: str, reason: str) -> Element:
    return _case(family, name, [Element("skipped", (("message", reason),))])


def _case(family: str, name: str, children: Sequence[Element]) -> Element:
    return Element("testcase", (("classname", f"memory-verify.{family}"), ("name", name)), tuple(children))
