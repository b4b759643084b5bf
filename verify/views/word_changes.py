"""The words that two texts share, and those that only one of them has."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher

from verify.model.event import Side, Words

_COMPARED = 3000
"""Words up to which texts are compared one by one, to stay fast; longer ones differ as a whole."""
_PAIRS = 50_000
"""Pairs of equal words that are looked at, for the same reason."""
_ISLAND = 2
"""So few words in common between two changes are taken for chance."""

_Tagged = tuple[Side, Sequence[str]]


def word_changes(old: str, new: str) -> tuple[Words, ...]:
    """Compare two texts word by word; where both sides of a change exist, the old one stands first."""
    one, other = old.split(), new.split()
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    middle = _middle(one[start : len(one) - end], other[start : len(other) - end])
    tagged = [(Side.BOTH, one[:start]), *middle, (Side.BOTH, one[len(one) - end :])]
    return tuple(Words(side, " ".join(words)) for side, words in tagged if words)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def _middle(one: Sequence[str], other: Sequence[str]) -> Iterator[_Tagged]:
    first = start = 0
    for kept in _kept(one, other):
        yield from ((Side.OLD, one[first : kept.a]), (Side.NEW, other[start : kept.b]))
        yield Side.BOTH, one[kept.a : kept.a + kept.size]
        first, start = kept.a + kept.size, kept.b + kept.size
    yield from ((Side.OLD, one[first:]), (Side.NEW, other[start:]))


def _kept(one: Sequence[str], other: Sequence[str]) -> Iterator[Match]:
    if max(len(one), len(other)) <= _COMPARED and _pairs(one, other) <= _PAIRS:
        blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
        yield from (block for block in blocks if block.size > _ISLAND)


def _pairs(one: Sequence[str], other: Sequence[str]) -> int:
    counts = Counter(other)
    return sum(number * counts[word] for word, number in Counter(one).items())
