"""What comes before the summary: what was ignored, and what was not checked and why."""

from collections.abc import Iterator
from itertools import chain

from reports.account import baselined, counted, ignored, label, other_memories, unchecked
from reports.text.lines import Block, Line, Span, Tone, wrapped
from verify.model.report import Report

_NAMED_MEMORIES = 3
_LEAD = "not checked: "
_UNPROVEN = "not proven: "


def ignored_block(report: Report) -> Block:
    """Name everything that an ignore covers, with its reason, a line each."""
    return [
        (Span("ignored: ", Tone.FAINT), Span(f"{check} {subject}: {reason}"))
        for check, subject, reason in ignored(report)
    ]


def baseline_block(report: Report) -> Block:
    """Say how many findings the baseline covers for which reason."""
    return [(Span("baseline: ", Tone.FAINT), Span(line)) for line in baselined(report)]


def judge_block(report: Report) -> Block:
    """Say whose configuration judged, if it is not that of the checked state."""
    return list(wrapped(report.judged_by, "", lead="judged by ", tone=Tone.WARNING)) if report.judged_by else []


def unchecked_block(report: Report) -> Block:
    """Say which checks gave no full answer, by reason, and which memories were not looked at."""
    lines = (_unchecked(reason, list(map(label, results))) for reason, results in unchecked(report).items())
    return [*chain.from_iterable(lines), *_other_memories(report)]


def limits_block(report: Report) -> Block:
    """Say what is not proven even where nothing is found."""
    return [*chain.from_iterable(wrapped(limit, "", lead=_UNPROVEN, tone=Tone.FAINT) for limit in report.limits)]


def _unchecked(reason: str, labels: list[str]) -> Iterator[Line]:
    yield from wrapped(reason, "", lead=_LEAD, tone=Tone.WARNING)
    yield from wrapped(", ".join(labels), "  ", lead=f"{counted(len(labels), 'check')}: ")


def _other_memories(report: Report) -> Iterator[Line]:
    others = other_memories(report)
    if others:
        rest = len(others) - _NAMED_MEMORIES
        more = f" and {rest} more" if rest > 0 else ""
        yield from wrapped(f"the other memories {', '.join(others[:_NAMED_MEMORIES])}{more}", "", lead=_LEAD)
