"""Lines of text in which a span may have a colour; plain and styled output differ in nothing else."""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from textwrap import wrap

import click
from msgspec import Struct

from reports.escaping import inert, visible

WIDTH = 100
# A longer paragraph helps nobody, and a single word of a megabyte takes the wrapping ages.
_PARAGRAPH = 3000


class Tone(Enum):
    """What a span is, from which its colour follows: foreground, bold, dim."""

    ERROR = ("red", True, False)
    WARNING = ("yellow", True, False)
    NOTE = ("blue", True, False)
    GOOD = ("green", True, False)
    PLACE = ("cyan", False, False)
    STRONG = (None, True, False)
    FAINT = (None, False, True)


class Span(Struct, frozen=True):
    """A piece of a line."""

    text: str
    tone: Tone | None = None


Line = tuple[Span, ...]
Block = list[Line]


def plain(blocks: Iterable[Block]) -> str:
    """Return the blocks, a blank line between them, without any escape sequence."""
    return "".join(f"{inert(_text(line))}\n" for line in _joined(blocks))


def styled(blocks: Iterable[Block]) -> str:
    """Return the same text with colours."""
    return "".join(f"{_styled(line)}\n" for line in _joined(blocks))


def wrapped(text: str, indent: str, *, lead: str = "", tone: Tone | None = None) -> Iterator[Line]:
    """Yield a paragraph behind ``lead``, whose further lines are indented; ids are never broken at a hyphen."""
    room = WIDTH - len(indent) - len(lead)
    text = text if len(text) <= _PARAGRAPH else f"{text[:_PARAGRAPH]}..."
    for number, part in enumerate(wrap(visible(text), room, break_on_hyphens=False) or [""]):
        start = Span(lead, Tone.FAINT) if number == 0 else Span(" " * len(lead))
        yield Span(indent), start, Span(part, tone)


def _joined(blocks: Iterable[Block]) -> Iterator[Line]:
    for number, block in enumerate(block for block in blocks if block):
        if number:
            yield ()
        yield from block


def _text(line: Line) -> str:
    return "".join(visible(span.text) for span in line).rstrip()


def _styled(line: Line) -> str:
    shown = [visible(span.text) for span in line]
    whole = "".join(shown)
    harmless = inert(whole.rstrip())
    # A line that had to be disarmed, or that ends in spaces, gives up its colours for being the same.
    if harmless != whole:
        return harmless
    return "".join(_paint(text, span.tone) for text, span in zip(shown, line, strict=True))


def _paint(text: str, tone: Tone | None) -> str:
    if tone is None or not text:
        return text
    before, behind = _codes(tone)
    return f"{before}{text}{behind}"


@cache
def _codes(tone: Tone) -> tuple[str, str]:
    """Return what a terminal takes for the begin and the end of a tone."""
    colour, bold, dim = tone.value
    before, _, behind = click.style("|", fg=colour, bold=bold or None, dim=dim or None).partition("|")
    return before, behind
