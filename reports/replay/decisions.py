"""The decisions in force, as text: each with its reason, what it rests on and what stood before it."""

from collections.abc import Iterator

from reports.escaping import visible
from reports.text.lines import Line, Span, Tone, wrapped
from verify.model.replay import ReplayedDecision, ReplayedDecisions

_INDENT = "    "


def decision_lines(decisions: ReplayedDecisions) -> Iterator[Line]:
    """Yield the lines of all decisions of one memory; none if they could not be told."""
    for ledger in decisions.ledgers:
        through = f", through {visible(ledger.through)}" if ledger.through else ""
        yield (Span(f"{visible(ledger.path)}{through}", Tone.FAINT),)
    for decision in decisions.active:
        yield from _decision(decision)


def _decision(decision: ReplayedDecision) -> Iterator[Line]:
    # An id may be longer than a line is wide.
    yield Span("  "), Span(visible(decision.id), Tone.STRONG)
    yield from wrapped(decision.text, _INDENT)
    if decision.because:
        yield from wrapped(decision.because, _INDENT, lead="because ")
    if decision.rests_on:
        yield from wrapped(", ".join(decision.rests_on), _INDENT, lead="rests on ")
    for former in decision.after:
        why = f": {former.reason}" if former.reason else ""
        yield from wrapped(f"{former.id}, ended by {former.by}{why}", _INDENT, lead="after ")
