"""Ids that had ended and came back with another text."""

from collections.abc import Iterable, Iterator

from verify.graph.descent import Descent
from verify.graph.fact_changes import FactChange
from verify.graph.wording import same_wording
from verify.model.history import PastFact
from verify.model.location import FactId
from verify.model.memory import Store


def returns(changes: Iterable[FactChange], descent: Descent) -> Iterator[FactChange]:
    """Yield each change by which an id that had left, or was archived as superseded, says something else."""
    left: dict[FactId, tuple[int, PastFact]] = {}
    for change in changes:
        before, after = change.before, change.after
        if before and not after:
            left[before.id] = (change.at, before)
        elif after and not before:
            at, last = left.get(after.id, (None, None))
            if last and at is not None and descent.descends(change.at, at) and _differs(last, after):
                yield change
        elif before and after and _ended(before) and _in_force(after) and _differs(before, after):
            yield change


def _differs(before: PastFact, after: PastFact) -> bool:
    return not same_wording(before.kind, before.text, after.text)


def _ended(fact: PastFact) -> bool:
    return fact.store is Store.ARCHIVE and fact.superseded


def _in_force(fact: PastFact) -> bool:
    return fact.store is Store.LIVE and not fact.superseded
