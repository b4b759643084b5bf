"""What comes before the summary: what was ignored, and what was not checked and why."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from reports.text.lines import Block, Line, Span, Tone, wrapped
from verify.model.report import CheckResult, Report, Verdict

_NAMED_MEMORIES = 3
_NAMED_REASONS = 5
_LEAD = "not checked: "


def ignored_block(report: Report) -> Block:
    """Name everything that an ignore covers, with its reason, a line each; a baseline may cover hundreds."""
    findings = ((f.check, f.subject, f.reason) for f in report.findings if f.suppressed and not f.baselined)
    problems = ((p.kind.value, p.path or "", p.reason) for p in report.problems if p.suppressed)
    return [
        (Span("ignored: ", Tone.FAINT), Span(f"{check} {subject}: {reason}"))
        for check, subject, reason in chain(findings, problems)
    ]


def baseline_block(report: Report) -> Block:
    """Say how many findings the baseline covers for which reason."""
    counts = Counter(finding.reason for finding in report.findings if finding.baselined)
    lines = [
        (Span("baseline: ", Tone.FAINT), Span(f"{counted(number, 'finding')}: {reason}"))
        for reason, number in counts.most_common(_NAMED_REASONS)
    ]
    rest = sum(counts.values()) - sum(number for _, number in counts.most_common(_NAMED_REASONS))
    more = (Span("baseline: ", Tone.FAINT), Span(f"{counted(rest, 'finding')} for other reasons"))
    return [*lines, *([more] if rest else [])]


def judge_block(report: Report) -> Block:
    """Say whose configuration judged, if it is not that of the checked state."""
    return list(wrapped(report.judged_by, "", lead="judged by ", tone=Tone.WARNING)) if report.judged_by else []


def unchecked_block(report: Report) -> Block:
    """Say which checks gave no full answer, by reason, and which memories were not looked at."""
    reasons: dict[str, list[str]] = {}
    for result in report.checked:
        if not is_complete(result):
            reasons.setdefault(result.reason or "no reason was given", []).append(_label(result))
    lines = (_unchecked(reason, labels) for reason, labels in reasons.items())
    return [*chain.from_iterable(lines), *_other_memories(report)]


def is_complete(result: CheckResult) -> bool:
    """Tell whether a check answered about all that it looks at."""
    return result.verdict is not Verdict.NOT_CHECKED and not result.skipped and result.reason is None


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the right form."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _label(result: CheckResult) -> str:
    if result.skipped:
        return f"{result.check} ({counted(result.skipped, 'claim')})"
    return result.check if result.verdict is Verdict.NOT_CHECKED else f"{result.check} (in part)"


def _unchecked(reason: str, labels: list[str]) -> Iterator[Line]:
    yield from wrapped(reason, "", lead=_LEAD, tone=Tone.WARNING)
    yield from wrapped(", ".join(labels), "  ", lead=f"{counted(len(labels), 'check')}: ")


def _other_memories(report: Report) -> Iterator[Line]:
    others = [store.path for store in report.stores if not store.checked]
    if others:
        rest = len(others) - _NAMED_MEMORIES
        more = f" and {rest} more" if rest > 0 else ""
        yield from wrapped(f"the other memories {', '.join(others[:_NAMED_MEMORIES])}{more}", "", lead=_LEAD)
