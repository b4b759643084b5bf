"""What the texts of an index say, as far as words can be counted."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from verify.model.index import Entry

_WORD = re.compile(r"[^\W_]+")
_ENDS = re.compile(r"[.!?](?=\s|$)|[。！？]")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|no|z\.B|d\.h)\.", re.IGNORECASE)
_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "for",
        "from",
        "how",
        "in",
        "into",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "our",
        "that",
        "the",
        "their",
        "this",
        "to",
        "was",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "with",
    ]
)
_VAGUE = frozenset(
    [
        "notes",
        "note",
        "misc",
        "info",
        "information",
        "details",
        "detail",
        "stuff",
        "general",
        "other",
        "various",
        "things",
    ]
)
_ALIKE = 0.8
_FEW = 4


def words(text: str) -> frozenset[str]:
    """Return the words of a text, without those that every text has."""
    return frozenset(_WORD.findall(text.casefold())) - _STOP


def sentences(text: str) -> int:
    """Count the ends of sentences."""
    return len(_ENDS.findall(_ABBREVIATION.sub("", text)))


def is_vague(hook: str, title: str) -> bool:
    """Whether a description tells nothing that the title does not."""
    return words(hook) - words(title) <= _VAGUE


def alike(described: Sequence[tuple[Entry, str]]) -> Iterator[tuple[Entry, Entry]]:
    """Yield each entry whose description has nearly the words of an earlier one, after that one.

    Two sets that are so much alike share one of their rarest words, so that only few are compared.
    """
    sets = [(entry, words(text)) for entry, text in described]
    common = Counter(word for _, found in sets for word in found)
    seen: dict[str, list[int]] = {}
    for number, (entry, found) in enumerate(sets):
        if len(found) < _FEW:
            continue
        rarest = sorted(found, key=lambda word: (common[word], word))[: len(found) // 5 + 1]
        near = sorted({other for word in rarest for other in seen.get(word, ())[:_ALIKE_CAP]})
        first = next((other for other in near if _likeness(found, sets[other][1]) >= _ALIKE), None)
        if first is not None:
            yield sets[first][0], entry
        for word in rarest:
            seen.setdefault(word, []).append(number)


_ALIKE_CAP = 50
"""Entries that share a rare word and are compared; more of them have it in common and say nothing by it."""


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)
