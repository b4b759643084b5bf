"""Rulings as text: a paragraph a claim, in the order of the answer, and the counts."""

from collections.abc import Iterator

from reports.account import counted
from reports.text.lines import Block, Line, Span, Tone, plain, styled, wrapped
from verify.model.critique import Critique, Ruled, Ruling
from verify.model.snapshot import Source

_TONES = {Ruling.HOLDS: Tone.GOOD, Ruling.CONTRADICTED: Tone.ERROR, Ruling.NOT_CHECKED: Tone.WARNING}
_WORDS = {Ruling.HOLDS: "holds", Ruling.CONTRADICTED: "contradicted", Ruling.NOT_CHECKED: "not checked"}


def render(critique: Critique, *, contradicted: bool) -> str:
    """Return plain text; ``contradicted`` leaves all else out."""
    return plain(_blocks(critique, contradicted))


def render_styled(critique: Critique, *, contradicted: bool) -> str:
    """Return the same text with the escape sequences that colour it."""
    return styled(_blocks(critique, contradicted))


def _blocks(critique: Critique, contradicted: bool) -> Iterator[Block]:
    lead = "INCOMPLETE: "
    yield [line for reason in critique.incomplete for line in wrapped(reason, "", lead=lead, tone=Tone.ERROR)]
    for ruled in critique.ruled:
        if ruled.ruling is Ruling.CONTRADICTED or not contradicted:
            yield list(_claim(ruled))
    yield list(_summary(critique))


def _claim(ruled: Ruled) -> Iterator[Line]:
    place = Span(f"line {ruled.claim.line}  ", Tone.FAINT)
    yield place, Span(_WORDS[ruled.ruling], _TONES[ruled.ruling])
    yield from wrapped(ruled.claim.text, "  ", tone=Tone.STRONG)
    yield from wrapped(ruled.reason, "  ")
    if ruled.evidence:
        yield from wrapped(", ".join(map(shown, ruled.evidence)), "  ", lead="see: ", tone=Tone.PLACE)


def shown(source: Source) -> str:
    """Return a place as people write it."""
    if source.commit:
        return f"commit {source.commit[:8]}"
    return f"{source.path}:{source.line}" if source.line else f"{source.path}"


def _summary(critique: Critique) -> Iterator[Line]:
    counts = {ruling: critique.count(ruling) for ruling in Ruling}
    told = ", ".join(f"{number} {_WORDS[ruling]}" for ruling, number in counts.items())
    tone = Tone.ERROR if counts[Ruling.CONTRADICTED] else Tone.GOOD if critique.ruled else Tone.WARNING
    yield (Span(f"{counted(len(critique.ruled), 'claim')}: {told}", tone),)
    if critique.other:
        verb = "claims" if critique.other == 1 else "claim"
        yield (Span(f"{counted(critique.other, 'sentence')} {verb} nothing in a form that is checked", Tone.FAINT),)
