"""What was not checked and why, as SARIF's notifications."""

from collections.abc import Iterator
from typing import Any

from reports.account import counted, is_complete, other_memories, why_not_run
from reports.sarif.places import message, physical, sentence
from verify.model.location import Location
from verify.model.report import CheckResult, Problem, ProblemKind, Report, Verdict

_NOT_CHECKED, _OTHER_MEMORY, _NOT_RUN, _EXISTING = "not-checked", "memory-not-checked", "not-run", "existing"
_LIMIT = "not-proven"
_MEANING = {
    _NOT_CHECKED: "A check could not look at everything.",
    _OTHER_MEMORY: "Another memory of the repository was not looked at.",
    _NOT_RUN: "A check was not asked.",
    _LIMIT: "Something is not proven even where nothing is found.",
    _EXISTING: "Findings stood before the change that is judged.",
    **{kind.value: "Part of the input could not be checked, so that the run is incomplete." for kind in ProblemKind},
}
# GitHub wants all three of every descriptor.
DESCRIPTORS = [
    {"id": name, **{field: {"text": text} for field in ("shortDescription", "fullDescription", "help")}}
    for name, text in _MEANING.items()
]
_INDEXES = {name: index for index, name in enumerate(_MEANING)}


def notifications(report: Report, rules: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Yield a notification for everything that was not looked at."""
    yield from map(_problem, report.problems)
    yield from (_unchecked(result, rules) for result in report.checked if not is_complete(result))
    for path in other_memories(report):
        yield _notification(_OTHER_MEMORY, "note", f"The memory {path} was not looked at")
    for check, reason in why_not_run(report):
        yield _notification(_NOT_RUN, "note", f"The check {check} was not run: {reason}")
    yield from (_notification(_LIMIT, "note", limit) for limit in report.limits)
    if report.existing:
        text = f"{counted(report.existing, 'finding')} stood there before the change; they are counted, not listed"
        yield _notification(_EXISTING, "note", text)


def _notification(kind: str, level: str, text: str) -> dict[str, Any]:
    return {"descriptor": {"id": kind, "index": _INDEXES[kind]}, "level": level, "message": message(sentence(text))}


def _problem(problem: Problem) -> dict[str, Any]:
    ignored = "" if problem.reason is None else f" (ignored: {problem.reason})"
    told = _notification(problem.kind.value, "note" if ignored else "error", f"{problem.message}{ignored}")
    if problem.path is None:
        return told
    return {**told, "locations": [{"physicalLocation": physical(Location(problem.path, problem.line or 1))}]}


def _unchecked(result: CheckResult, rules: dict[str, int]) -> dict[str, Any]:
    reason = result.reason or "no reason was given"
    told = _notification(_NOT_CHECKED, "warning", f"{_extent(result)}: {reason}")
    rule = {"id": result.check}
    index = {"index": rules[result.check]} if result.check in rules else {}
    return {**told, "associatedRule": {**rule, **index}}


def _extent(result: CheckResult) -> str:
    if result.skipped:
        return f"{counted(result.skipped, 'claim')} of {result.check} could not be checked"
    how = "was not checked" if result.verdict is Verdict.NOT_CHECKED else "was checked in part only"
    return f"The check {result.check} {how}"
