"""Sessions as events: folded one after the other, they give tier, uses and last_used of every fact."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from verify.graph import MemoryGraph
from verify.graph.decay import Use, faded_tier
from verify.model.facts import Fact, Tier
from verify.model.location import Day, Stem
from verify.model.memory import Windows


class Event(Struct, frozen=True):
    """One session, and the ids that it references."""

    stem: Stem
    day: Day
    ids: frozenset[str]


class Used(Struct, frozen=True):
    """The use of one id so far; ``at`` is the number of the last session that references it, from 1."""

    uses: int
    at: int
    last_used: Day


class Folded(Struct, frozen=True):
    """What follows from the sessions up to ``through``: the day of each, and the use of each id, sorted."""

    through: Stem | None = None
    days: tuple[Day, ...] = ()
    used: Mapping[str, Used] = field(default_factory=dict)

    def use(self, name: str) -> Use:
        """Return how often an id was used, and when last."""
        used = self.used.get(name)
        return Use(used.uses, used.last_used) if used else Use()

    def tier(self, fact: Fact, windows: Windows) -> Tier | None:
        """Return the tier of a fact that may fade; None if no session references it."""
        used = self.used.get(fact.id)
        if used is None:
            return None
        age = len(self.days) - bisect_right(self.days, fact.created) if fact.created else None
        return faded_tier(windows, len(self.days) - used.at, used.uses, age)


def fold(events: Iterable[Event], start: Folded | None = None) -> Folded:
    """Return what follows from sessions in their order, behind those that are folded already."""
    before = start or Folded()
    through, days, used = before.through, list(before.days), dict(before.used)
    for event in events:
        through = event.stem
        days.append(event.day)
        for name in event.ids:
            known = used.get(name)
            used[name] = Used(known.uses + 1 if known else 1, len(days), event.day)
    return Folded(through, tuple(days), dict(sorted(used.items())))


def events(graph: MemoryGraph) -> Iterator[Event]:
    """Yield the sessions that take part in clock and order, oldest first."""
    for session in graph.sessions:
        yield Event(session.stem, session.day, graph.referenced(session))
