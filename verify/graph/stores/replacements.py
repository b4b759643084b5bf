"""Which rules of a text were replaced in place by similar ones.

How alike two rules are is asked of what they say (see ``key``), so that marks and case have no part in it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from verify.model.instructions import Rule

_RUN = 40
"""Rules between two that stayed; of more, nobody can say which became which."""
_COMPARED = 100_000
"""Pairs of rules, and of files; to compare more costs more than to read what became of them."""


def replacements(
    olds: Sequence[Rule], news: Sequence[Rule], key: Callable[[str], str], alike: float
) -> Iterator[tuple[Rule, Rule]]:
    """Yield each rule that is gone with the one, most like it, that came between the same two that stayed."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - wanted only where a rule was replaced

    kept = {key(rule.text) for rule in olds} & {key(rule.text) for rule in news}
    came = dict(_runs(news, kept, key))
    for anchor, gone in _runs(olds, kept, key):
        fresh = came.get(anchor, ())
        if max(len(gone), len(fresh)) > _RUN:
            continue
        pairs = ((a, b, old, new) for a, old in enumerate(gone) for b, new in enumerate(fresh))
        scored = [(fuzz.ratio(key(old.text), key(new.text), score_cutoff=alike), a, b) for a, b, old, new in pairs]
        taken: set[tuple[str, int]] = set()
        for score, a, b in sorted(scored, key=lambda one: (-one[0], one[1:])):
            if score >= alike and taken.isdisjoint({("old", a), ("new", b)}):
                taken |= {("old", a), ("new", b)}
                yield gone[a], fresh[b]


def any_alike(pairs: Iterable[tuple[Collection[str], Collection[str]]], alike: float) -> bool:
    """Whether in some pair something of one side is like something of the other; so it may be where they are many."""
    left = _COMPARED
    for keys, others in pairs:
        left -= len(keys) * len(others) + 1
        if left < 0 or (keys and others and _some_alike(keys, others, alike)):
            return True
    return False


def _some_alike(keys: Collection[str], others: Collection[str], alike: float) -> bool:
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - see above

    asked = (process.extractOne(key, others, scorer=fuzz.ratio, score_cutoff=alike) for key in keys)
    return any(found is not None for found in asked)


def _runs(
    rules: Sequence[Rule], kept: set[str], key: Callable[[str], str]
) -> Iterator[tuple[tuple[str, int], list[Rule]]]:
    """Yield the rules that did not stay, by the one that stayed before them and how often that stood there."""
    seen: dict[str, int] = {}
    anchor = ("", 0)
    for stays, run in groupby(rules, key=lambda rule: key(rule.text) in kept):
        listed = list(run)
        if not stays:
            yield anchor, listed
            continue
        for rule in listed:
            name = key(rule.text)
            seen[name] = seen.get(name, 0) + 1
        anchor = (name, seen[name])
