"""The words that two texts share, and those that only one of them has."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from verify.model.timeline import Side, Words

_COMPARED = 1500
"""Words in the middle of a text up to which they are compared one by one, which costs their square."""

_Tagged = tuple[Side, Sequence[str]]


def word_changes(old: str, new: str) -> tuple[Words, ...]:
    """Compare two texts word by word; where both sides of a change exist, the old one stands first."""
    one, other = old.split(), new.split()
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    middle = _middle(one[start : len(one) - end], other[start : len(other) - end])
    tagged = [(Side.BOTH, one[:start]), *middle, (Side.BOTH, one[len(one) - end :])]
    return tuple(_joined(tagged))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def _middle(one: Sequence[str], other: Sequence[str]) -> Iterator[_Tagged]:
    if max(len(one), len(other)) > _COMPARED:
        yield from ((Side.OLD, one), (Side.NEW, other))
        return
    for tag, first, last, start, stop in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Side.BOTH, one[first:last]
        else:
            yield from ((Side.OLD, one[first:last]), (Side.NEW, other[start:stop]))


def _joined(tagged: Iterable[_Tagged]) -> Iterator[Words]:
    for side, runs in groupby((run for run in tagged if run[1]), key=lambda run: run[0]):
        yield Words(side, " ".join(word for _, words in runs for word in words))
