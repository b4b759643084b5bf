"""What was not checked, which stands before what was found."""

from collections.abc import Iterator, Sequence

from reports.account import counted, label, open_problems, other_memories, unchecked
from reports.markdown.escaping import code, prose
from reports.markdown.room import Section
from reports.text.findings import problem_place
from verify.model.report import CheckResult, Problem, Report


def unchecked_sections(report: Report) -> Iterator[Section]:
    """Yield the problems, and the checks and memories that were not looked at in full."""
    problems = tuple(map(_problem, open_problems(report)))
    if problems:
        yield Section(
            f"**Incomplete** - {counted(len(problems), 'problem')}, all else holds only for the rest:\n", problems
        )
    reasons = unchecked(report)
    others = other_memories(report)
    total = [counted(sum(map(len, reasons.values())), "check")] if reasons else []
    total += [f"{len(others)} other {'memory' if len(others) == 1 else 'memories'}"] if others else []
    items = tuple(_reason(reason, results) for reason, results in reasons.items())
    items += tuple(f"- the memory {code(path)}" for path in others)
    if items:
        yield Section(f"**Not checked** - {', '.join(total)}:\n", items)
    limits = tuple(f"- {prose(limit)}" for limit in report.limits)
    if limits:
        yield Section("**Not proven**, even where nothing is found:\n", limits)


def _problem(problem: Problem) -> str:
    place = problem_place(problem)
    return f"- {problem.kind.value}{f' {code(place)}' if place else ''}: {prose(problem.message)}"


def _reason(reason: str, results: Sequence[CheckResult]) -> str:
    return f"- {', '.join(code(label(result)) for result in results)}: {prose(reason)}"
