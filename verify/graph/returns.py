"""Ids that had ended and came back with another text."""

from collections.abc import Iterable, Iterator

from verify.graph.descent import Descent
from verify.graph.fact_changes import FactChange
from verify.graph.wording import same_wording
from verify.model.facts import Store
from verify.model.history import PastFact
from verify.model.location import FactId


class _Departures:
    """When each id left, and when it came back, on every line of descent."""

    def __init__(self, descent: Descent) -> None:
        self._descent = descent
        self._left: dict[FactId, list[tuple[int, PastFact]]] = {}
        self._back: dict[FactId, list[int]] = {}

    def leave(self, change: FactChange) -> None:
        for before in change.befores:
            self._left.setdefault(before.id, []).append((change.at, before))

    def come(self, at: int, name: FactId) -> list[PastFact]:
        """Return what the id said when it last left on the way to this commit, and note that it is back."""
        back = [other for other in self._back.get(name, ()) if self._descent.descends(at, other)]
        left = [(when, fact) for when, fact in self._left.get(name, ()) if self._descent.descends(at, when)]
        self._back.setdefault(name, []).append(at)
        return [fact for when, fact in left if not any(self._descent.descends(other, when) for other in back)]


def returns(changes: Iterable[FactChange], descent: Descent) -> Iterator[FactChange]:
    """Yield each change by which an id that had left, or was archived as superseded, says something else."""
    departures = _Departures(descent)
    for change in changes:
        after = change.after
        if after is None:
            departures.leave(change)
        elif not change.befores:
            last = departures.come(change.at, after.id)
            if last and all(_differs(fact, after) for fact in last):
                yield change
        elif all(map(_ended, change.befores)) and _in_force(after) and _differs(change.befores[0], after):
            yield change


def _differs(before: PastFact, after: PastFact) -> bool:
    return not same_wording(before.kind, before.text, after.text)


def _ended(fact: PastFact) -> bool:
    return fact.store is Store.ARCHIVE and fact.superseded


def _in_force(fact: PastFact) -> bool:
    return fact.store is Store.LIVE and not fact.superseded
