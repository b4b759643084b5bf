"""The first screen: the verdict in a sentence, what was not checked, and what was looked at."""

from collections.abc import Mapping
from typing import Any

from reports.account import counted, is_complete
from verify.model.report import Report, Severity, StoreSummary, Verdict

_HEADLINES = {Severity.ERROR: "Errors found", Severity.WARNING: "Warnings found", Severity.NOTE: "Notes found"}
_NOUNS = {"facts": "live fact"}


def verdict(report: Report) -> Mapping[str, str]:
    """Return what is to be said first: a tone, a headline and one sentence."""
    problems = sum(1 for problem in report.problems if not problem.suppressed)
    worst = max((f.severity for f in report.findings if not f.suppressed), default=None)
    partly = sum(1 for result in report.checked if not is_complete(result))
    if problems:
        kept = f"{counted(problems, 'problem')} kept part of the memory from being checked; in the rest, "
        found = f"there {_are(report)} {_severities(report)}." if worst else f"{_nothing(report)} was found."
        return _said("error", "Incomplete", kept + found)
    if worst:
        failed = sum(1 for result in report.checked if result.verdict is Verdict.FAIL)
        return _said(worst.label, _HEADLINES[worst], f"{_severities(report)}, {_share(report, failed, partly)}")
    if not report.checked:
        return _said("warning", "Not checked", "Nothing was checked.")
    if partly:
        told = f"{_nothing(report).capitalize()} was found, but {_of(report, partly)} could not look at everything."
        return _said("warning", "Not everything was checked", told)
    return _said("good", "Passed", f"All {counted(len(report.checked), 'check')} passed: {_nothing(report)} was found.")


def _nothing(report: Report) -> str:
    return "nothing new" if report.baselined or report.since else "nothing"


def _said(tone: str, headline: str, sentence: str) -> Mapping[str, str]:
    return {"tone": tone, "headline": headline, "sentence": sentence}


def _are(report: Report) -> str:
    return "is" if sum(report.count(severity) for severity in Severity) == 1 else "are"


def _severities(report: Report) -> str:
    counts = ((report.count(severity), severity.label) for severity in sorted(Severity, reverse=True))
    parts = [counted(number, label) for number, label in counts if number]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _share(report: Report, failed: int, partly: int) -> str:
    but = f", and {counted(partly, 'check')} could not look at everything" if partly else ""
    passed = len(report.checked) - failed - sum(1 for r in report.checked if r.verdict is Verdict.NOT_CHECKED)
    return f"by {_of(report, failed)}; {passed} passed{but}."


def _of(report: Report, number: int) -> str:
    return f"{number} of {counted(len(report.checked), 'check')}"


def unchecked(report: Report) -> list[dict[str, Any]]:
    """Return what was not checked: reasons, each with the checks that it kept from looking at everything."""
    reasons: dict[str, list[str]] = {}
    for result in report.checked:
        if not is_complete(result):
            claims = f" ({counted(result.skipped, 'claim')})" if result.skipped else ""
            part = "" if claims or result.verdict is Verdict.NOT_CHECKED else " (in part)"
            reasons.setdefault(result.reason or "no reason was given", []).append(f"{result.check}{claims or part}")
    rows = [{"reason": reason, "names": names, "noun": "check"} for reason, names in reasons.items()]
    others = [store.path or "." for store in report.stores if not store.checked]
    if others:
        rows.append({"reason": "other memories of this repository", "names": others, "noun": "memory"})
    if report.advisory:
        why = "heuristics that run only with --tier advisory"
        rows.append({"reason": why, "names": list(report.advisory), "noun": "check"})
    if left := sorted({*report.not_run} - {*report.advisory}):
        rows.append({"reason": "left out on request", "names": left, "noun": "check"})
    return rows


def looked_at(report: Report, state: str) -> list[dict[str, str]]:
    """Return what was looked at, as terms and what they were."""
    rows = [
        {"term": "State", "text": state},
        {"term": "Clock", "text": report.as_of or "none: neither a commit nor a session"},
        {"term": "History", "text": f"not read: {report.no_history}" if report.no_history else "read"},
    ]
    rows += [{"term": "Memory", "text": _memory(store)} for store in report.stores if store.checked]
    return [*rows, {"term": "Made by", "text": f"memory-verify {report.tool}"}]


def _memory(store: StoreSummary) -> str:
    counts = ", ".join(_counted(number, noun) for noun, number in store.counts)
    return f"{store.path or '.'} ({store.format.value})" + (f": {counts}" if counts else "")


def _counted(number: int, noun: str) -> str:
    return counted(number, _NOUNS.get(noun, noun.removesuffix("s"))) if noun.endswith("s") else f"{number} {noun}"
