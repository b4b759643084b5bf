"""Two branches that ended the same entry, each without knowing of the other: they agree, and neither is at fault."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec.structs import replace

from verify.ledger.closure import ancestors
from verify.model.entry import Fold, Refusal, RefusalKind
from verify.model.ledger import LedgerFile

_LOOKED_AT = 256
"""Refusals that are looked at; each takes a walk over its file."""


def without_agreements(fold: Fold, files: Sequence[LedgerFile]) -> Fold:
    """Return what entries come to without refusals of what another branch had ended."""
    if not any(file.parents for file in files):
        return fold
    ended = [refusal for refusal in fold.refused if refusal.kind is RefusalKind.ENDED]
    agreed = {*_agreed(ended[:_LOOKED_AT], files)}
    return replace(fold, refused=tuple(refusal for refusal in fold.refused if refusal.at not in agreed))


def _agreed(refusals: Sequence[Refusal], files: Sequence[LedgerFile]) -> Iterator[int]:
    starts = [0, *accumulate(len(file.entries) for file in files)]
    for refusal in refusals:
        number = bisect_right(starts, refusal.at) - 1
        file, start = files[number], starts[number]
        other = -1 if refusal.other is None else refusal.other - start
        if 0 <= other < len(file.entries):
            mine, others = (file.entries[at].line - 1 for at in (refusal.at - start, other))
            if others not in ancestors(file.parents, mine) and mine not in ancestors(file.parents, others):
                yield refusal.at
