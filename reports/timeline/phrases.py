"""What an event says behind its name, in a few words."""

from collections.abc import Callable
from typing import Any

from reports.account import counted
from verify.model.event import (
    Decided,
    Departure,
    Event,
    EventKind,
    Move,
    Ranking,
    References,
    Reliance,
    Rewording,
    Succession,
    Traffic,
    Wording,
)
from verify.model.history import Judgement

_NO_LOG = "no log says why"
_LATE = "recorded late"
_TELLING = Rewording | Departure | Succession
"""Details that name the log themselves, where it matters."""


def phrase(event: Event) -> str:
    """Return what happened, and which log belongs to it."""
    say = _PHRASES.get(type(event.detail))
    said = say(event, event.detail) if say else ""
    log = f"session {event.session}" if event.session and not isinstance(event.detail, _TELLING) else ""
    return ", ".join(part for part in (said, log) if part)


def _wording(event: Event, _: Wording) -> str:
    return f"in {event.path}"


def _references(_: Event, detail: References) -> str:
    if detail.count == 1:
        return f"by {detail.first}"
    return f"by {counted(detail.count, 'session')}, {detail.first} to {detail.last}"


def _move(event: Event, detail: Move) -> str:
    new = [path for path in detail.targets if path not in detail.sources]
    if event.kind is EventKind.MOVED and set(detail.sources) < set(detail.targets):
        return f"copied to {' and '.join(new)}, and still in {' and '.join(detail.sources)}"
    if not new:
        return f"only in {' and '.join(detail.targets)} now"
    if event.kind is not EventKind.MOVED:
        return f"to {' and '.join(new)}"
    return f"from {' and '.join(detail.sources)} to {' and '.join(detail.targets)}"


def _ranking(_: Event, detail: Ranking) -> str:
    return f"from {detail.old_kind.value} to {detail.new_kind.value}"


def _succession(event: Event, detail: Succession) -> str:
    by = f"by {', '.join(detail.by)}" if detail.by else "by nothing that is named"
    if detail.in_footer:
        return f"{by}, session {event.session}" if event.session else by
    return f"{by}, as only {event.session} says"


def _departure(event: Event, detail: Departure) -> str:
    by = f"superseded by {', '.join(detail.by)}" if detail.by else _NO_LOG
    return f"from {event.path}, " + (f"told in {_stem(detail.record)}" if detail.record else by)


def _traffic(event: Event, detail: Traffic) -> str:
    if event.kind is EventKind.COMPACTED:
        return f"{counted(detail.left, 'exchange')} moved to {event.path}"
    told = ((detail.came, "came"), (detail.left, "left"))
    parts = [f"{counted(count, 'exchange')} {verb}" for count, verb in told if count]
    return ", ".join(parts)


def _decided(_: Event, detail: Decided) -> str:
    return detail.id


def _reliance(_: Event, detail: Reliance) -> str:
    return f"by {detail.by}"


def _rewording(_: Event, detail: Rewording) -> str:
    log = _stem(detail.record) if detail.record else None
    reason = _LATE if detail.late else _NO_LOG
    if detail.judgement is Judgement.REWRITTEN:
        return f"rewritten: {', '.join(detail.fields)}"
    if detail.judgement is Judgement.RESTATED:
        return "restated, it says the same"
    if detail.judgement is Judgement.EVOLUTION:
        return f"evolution, told in {log}" if log else "evolution, as its footer or the ledger says"
    if detail.judgement is Judgement.MENTIONED:
        return f"mentioned, {log} names it but not the change" + (f", {_LATE}" if detail.late else "")
    if detail.judgement is Judgement.REVERSAL:
        return f"reversal to an earlier wording, {reason}"
    return f"drift, {reason}" if detail.judgement else "not recorded (no decision, so it need not be)"


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


_PHRASES: dict[type, Callable[[Event, Any], str]] = {
    Wording: _wording,
    References: _references,
    Move: _move,
    Ranking: _ranking,
    Succession: _succession,
    Departure: _departure,
    Rewording: _rewording,
    Traffic: _traffic,
    Decided: _decided,
    Reliance: _reliance,
}
