"""Replays as text: a line a fact, with the stored value before the one that follows where they differ."""

from collections.abc import Iterator, Sequence

from reports.account import counted
from reports.escaping import visible
from reports.replay.decisions import decision_lines
from reports.text.excerpt import cells
from reports.text.lines import Block, Line, Span, Tone, plain, styled, wrapped
from verify.model.facts import Store
from verify.model.replay import Agreement, ReplayedFact, ReplayedField, ReplayedMemory, Replays

_HEADINGS = ("", "tier", "uses", "last used")
_GAP = "  "
_TONES = {Agreement.DIFFERS: Tone.ERROR, Agreement.BEHIND: Tone.WARNING, Agreement.ALONE: Tone.FAINT}


def render(replays: Replays, *, differences: bool) -> str:
    """Return plain text; ``differences`` leaves out what follows from the sessions."""
    return plain(_blocks(replays, differences))


def render_styled(replays: Replays, *, differences: bool) -> str:
    """Return the same text with the escape sequences that colour it."""
    return styled(_blocks(replays, differences))


def _blocks(replays: Replays, differences: bool) -> Iterator[Block]:
    lead = "INCOMPLETE: "
    yield [line for reason in replays.incomplete for line in wrapped(reason, "", lead=lead, tone=Tone.ERROR)]
    for memory in replays.memories:
        yield [_heading(memory)]
        for store in Store:
            facts = [fact for fact in memory.facts if fact.store is store and (fact.differs or not differences)]
            yield list(_table(store, facts))
        if not differences:
            yield list(decision_lines(memory.decisions))
    yield [*_unchecked(replays), _verdict(replays)]


def _heading(memory: ReplayedMemory) -> Line:
    through = f", through {memory.through}" if memory.through else ""
    review = f"; {memory.reviewed} before the last review" if memory.reviewed else ""
    return Span(memory.memory, Tone.STRONG), Span(f"  {counted(memory.sessions, 'session')}{through}{review}")


def _table(store: Store, facts: Sequence[ReplayedFact]) -> Iterator[Line]:
    if not facts:
        return
    rows = [(visible(fact.id), *map(_cell, _fields(fact))) for fact in facts]
    headings = (store.value, *_HEADINGS[1:])
    widths = [max(map(cells, column)) for column in zip(headings, *rows, strict=True)]
    yield from [tuple(Span(_padded(text, width), Tone.FAINT) for text, width in zip(headings, widths, strict=True))]
    for fact, row in zip(facts, rows, strict=True):
        tones = [Tone.STRONG, *(_TONES.get(one.agreement) for one in _fields(fact))]
        values = [Span(_padded(text, width), tone) for text, width, tone in zip(row, widths, tones, strict=True)]
        yield (*values, *_remark(fact))


def _remark(fact: ReplayedFact) -> Iterator[Span]:
    agreements = {one.agreement for one in _fields(fact)}
    worst = next((one for one in (Agreement.DIFFERS, Agreement.BEHIND) if one in agreements), None)
    if worst:
        yield Span(worst.value, _TONES[worst])


def _fields(fact: ReplayedFact) -> tuple[ReplayedField, ...]:
    return fact.tier, fact.uses, fact.last_used


def _cell(one: ReplayedField) -> str:
    value = "-" if one.replayed is None else f"{one.replayed}"
    told_apart = one.agreement in {Agreement.DIFFERS, Agreement.BEHIND}
    return f"{'none' if one.stored is None else one.stored} → {value}" if told_apart else value


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cells(text)) + _GAP


def _unchecked(replays: Replays) -> Iterator[Line]:
    if replays.no_history:
        yield from wrapped(f"whether a session lies in the future: {replays.no_history}", "", lead="not checked: ")
    for memory in replays.memories:
        if memory.decisions.unchecked:
            yield from wrapped(f"active decisions: {memory.decisions.unchecked}", "", lead="not checked: ")


def _verdict(replays: Replays) -> Line:
    number = replays.differences
    live = sum(1 for memory in replays.memories for fact in memory.facts if fact.store is Store.LIVE)
    if number:
        differ = "differs" if number == 1 else "differ"
        return (Span(f"{number} of {counted(live, 'live fact')} {differ} from the sessions", Tone.ERROR),)
    if replays.incomplete:
        return (Span("what could be read follows from the sessions", Tone.WARNING),)
    return (Span("all that is stored follows from the sessions", Tone.GOOD),)
