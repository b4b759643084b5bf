"""Changed words as a paragraph: ``[-old words-]`` and ``{+new words+}``, with or without colours."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from reports.escaping import visible
from reports.text.excerpt import cells
from reports.text.lines import WIDTH, Line, Span, Tone
from verify.model.event import Side, Words

_MARKS = {Side.OLD: ("[-", "-]", Tone.ERROR), Side.NEW: ("{+", "+}", Tone.GOOD)}
_CUT = "..."
_CONTEXT = 5
_CHANGED = 12
_LINES = 8
_RUNS = 6

_Word = tuple[str, Tone | None]


def paragraph(words: Sequence[Words], indent: str, *, whole: bool) -> Iterator[Line]:
    """Yield the words that changed within a few others, or all of them."""
    shown = words if whole else _shortened(_gathered(words))
    lines = list(_filled(_marked(shown), WIDTH - len(indent)))
    cut = len(lines) > _LINES and not whole
    for line in lines[: _LINES if cut else None]:
        yield (Span(indent), *_spans(line))
    if cut:
        yield Span(indent), Span(f"{_CUT} (--word-diff shows all)", Tone.FAINT)


def _gathered(words: Sequence[Words]) -> Sequence[Words]:
    """Show a text that changed all over as one old and one new part."""
    changed = [number for number, run in enumerate(words) if run.side is not Side.BOTH]
    if len(changed) <= _RUNS:
        return words
    start, end = changed[0], changed[-1] + 1
    middle = [Words(side, _of_side(words[start:end], side)) for side in (Side.OLD, Side.NEW)]
    return [*words[:start], *middle, *words[end:]]


def _of_side(words: Iterable[Words], side: Side) -> str:
    return " ".join(run.text for run in words if run.side in {Side.BOTH, side})


def _shortened(words: Sequence[Words]) -> Iterator[Words]:
    if len(words) == 1:
        yield Words(words[0].side, _cut(words[0].text.split(), 2 * _CHANGED, 0))
        return
    for number, run in enumerate(words):
        if run.side is not Side.BOTH:
            yield Words(run.side, _cut(run.text.split(), _CHANGED, _CHANGED))
        else:
            first, last = number == 0, number == len(words) - 1
            yield Words(run.side, _cut(run.text.split(), 0 if first else _CONTEXT, 0 if last else _CONTEXT))


def _cut(words: list[str], start: int, end: int) -> str:
    if len(words) <= start + end + 1:
        return " ".join(words)
    return " ".join([*words[:start], _CUT, *(words[-end:] if end else ())])


def _marked(words: Iterable[Words]) -> Iterator[_Word]:
    for run in words:
        before, behind, tone = _MARKS.get(run.side, ("", "", None))
        yield from ((word, tone) for word in visible(f"{before}{run.text}{behind}").split(" "))


def _filled(words: Iterable[_Word], room: int) -> Iterator[list[_Word]]:
    line: list[_Word] = []
    left = room
    for word, tone in words:
        for piece in _pieces(word, room):
            if line and cells(piece) + 1 > left:
                yield line
                line, left = [], room
            left -= cells(piece) + (1 if line else 0)
            line.append((piece, tone))
    if line:
        yield line


def _pieces(word: str, room: int) -> Iterator[str]:
    if cells(word) <= room:
        yield word
    else:
        step = room if word.isascii() else room // 2
        yield from (word[start : start + step] for start in range(0, len(word), step))


def _spans(line: Iterable[_Word]) -> Iterator[Span]:
    for number, (tone, words) in enumerate(groupby(line, key=lambda word: word[1])):
        if number:
            yield Span(" ")
        yield Span(" ".join(word for word, _ in words), tone)
