"""Timelines as text: a line an event, and below it the words that changed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from reports.account import counted
from reports.text.findings import place, short_commit
from reports.text.lines import Block, Line, Span, Tone, plain, styled, wrapped
from reports.timeline.phrases import phrase
from reports.timeline.words import paragraph
from verify.model.event import Decided, Event, EventKind, Rewording, Side, Wording, Words
from verify.model.history import Judgement
from verify.model.timeline import Biographies, Standing, Timeline, Unexplained, Use

_INDENT = " " * 4
_NAME = 13
_PHRASE = " " * 35
_UNCOMMITTED = "uncommitted".ljust(20)
_TONES = {
    Judgement.DRIFT: Tone.ERROR,
    Judgement.REVERSAL: Tone.ERROR,
    Judgement.REWRITTEN: Tone.ERROR,
    Judgement.MENTIONED: Tone.WARNING,
    Judgement.EVOLUTION: Tone.GOOD,
}


def render(biographies: Biographies, *, words: bool) -> str:
    """Return plain text; ``words`` shows every text as a whole."""
    return plain(_blocks(biographies, words))


def render_styled(biographies: Biographies, *, words: bool) -> str:
    """Return the same text with the escape sequences that colour it."""
    return styled(_blocks(biographies, words))


def _blocks(biographies: Biographies, words: bool) -> Iterator[Block]:
    lead = "INCOMPLETE: "
    yield [line for reason in biographies.incomplete for line in wrapped(reason, "", lead=lead, tone=Tone.ERROR)]
    for timeline in biographies.timelines:
        yield list(_heading(timeline))
        yield [line for event in timeline.events for line in _event(event, words)]
    if not biographies.timelines:
        yield from _unexplained(biographies.unexplained, words)


def _heading(timeline: Timeline) -> Iterator[Line]:
    where = place(timeline.place) if timeline.place else f"no longer in {timeline.memory}"
    yield Span(timeline.id, Tone.STRONG), Span(f"  {_standing(timeline)}  "), Span(where, Tone.PLACE)
    yield from wrapped("; ".join([_used(timeline), *_judgements(timeline)]), "")


def _used(timeline: Timeline) -> str:
    if timeline.used_by is Use.EXCHANGE:
        return counted(timeline.uses, "exchange")
    if timeline.used_by is Use.DECISION:
        return f"{timeline.uses or 'no'} {'decision rests' if timeline.uses < 2 else 'decisions rest'} on it"
    if timeline.last_used:
        return f"referenced by {counted(timeline.uses, 'session')}, last by {timeline.last_used}"
    return "referenced by no session"


def _standing(timeline: Timeline) -> str:
    by = f" by {', '.join(timeline.successors)}" if timeline.successors else ""
    if timeline.standing is Standing.SUPERSEDED or (timeline.standing is Standing.GONE and by):
        return f"{timeline.kind.value}, superseded{by}"
    return f"{timeline.kind.value}, {timeline.standing.value}"


def _judgements(timeline: Timeline) -> Iterator[str]:
    details = [event.detail for event in timeline.events if isinstance(event.detail, Rewording)]
    counts = Counter(detail.judgement for detail in details)
    if details:
        parts = [f"{counts[kind]} {kind.value}" for kind in Judgement if counts[kind]]
        parts += [f"{counts[None]} not recorded"] if counts[None] else []
        yield f"{counted(len(details), 'text change')}: {', '.join(parts)}"


def _event(event: Event, words: bool) -> Iterator[Line]:
    moment = f"{event.day}  {short_commit(event.commit)}" if event.commit else _UNCOMMITTED
    name = Span(event.kind.value.ljust(_NAME), _tone(event))
    first, *others = wrapped(phrase(event), _PHRASE)
    yield Span(f"{moment}  ", Tone.FAINT), name, *first[1:]
    yield from others
    yield from paragraph(_text(event, words), _INDENT, whole=words)


def _text(event: Event, words: bool) -> Sequence[Words]:
    """Return the words to show; none if only spaces and line ends changed."""
    if isinstance(event.detail, Wording | Decided):
        return [Words(Side.BOTH, " ".join(event.detail.text.split()))]
    if isinstance(event.detail, Rewording) and (words or len(event.detail.words) > 1):
        return event.detail.words
    return []


def _tone(event: Event) -> Tone:
    if event.kind is EventKind.LOST:
        return Tone.ERROR
    judgement = event.detail.judgement if isinstance(event.detail, Rewording) else None
    return _TONES.get(judgement, Tone.STRONG) if judgement else Tone.STRONG


def _unexplained(changes: Iterable[Unexplained], words: bool) -> Iterator[Block]:
    count = 0
    for (memory, fact, kind), group in groupby(changes, key=lambda change: (change.memory, change.id, change.kind)):
        yield [(Span(fact, Tone.STRONG), Span(f"  {kind.value} in "), Span(memory, Tone.PLACE))]
        events = [change.event for change in group]
        count += len(events)
        yield [line for event in events for line in _event(event, words)]
    found = f"{counted(count, 'change')} without an explanation" if count else "every change of a decision is explained"
    yield [(Span(found, Tone.WARNING if count else Tone.GOOD),)]
