"""The climb from a fact to the vision that it serves, over relations of intent."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cached_property

from msgspec import Struct

from verify.model.facts import Checkbox, Fact, NodeKind
from verify.model.location import FactId

HIGHER = frozenset({NodeKind.BLUEPRINT, NodeKind.VISION})
"""What a blueprint, decision or invariant may serve."""
TRACED = frozenset({NodeKind.BLUEPRINT, NodeKind.DECISION, NodeKind.INVARIANT})


class Break(Enum):
    """How a climb ends that reaches no vision in force."""

    SERVES_NOTHING = "serves nothing"
    WRONG_ALTITUDE = "is no blueprint and no vision"
    SUPERSEDED_VISION = "is a superseded vision"
    CIRCLE = "leads back to itself"


class BrokenClimb(Struct, frozen=True):
    """Where the climb of a fact ends, and why; ``end`` is the fact itself if it serves nothing."""

    fact: Fact
    end: FactId
    how: Break


class Ascent:
    """Climbs in one memory; ``targets`` has what each id serves or realizes, ``kinds`` what each id is."""

    def __init__(
        self,
        facts: Mapping[str, Fact],
        kinds: Callable[[Fact], NodeKind],
        targets: Mapping[str, tuple[str, ...]],
        replaced: Callable[[Fact], bool],
    ) -> None:
        self._facts = facts
        self._kinds = kinds
        self._targets = targets
        self._replaced = replaced
        self._ends: dict[FactId, tuple[FactId, Break]] = {}

    def broken(self, fact: Fact) -> BrokenClimb | None:
        """Return how the climb of a fact breaks; None if it holds, or if only a dangling link breaks it."""
        settled = fact.checkbox is Checkbox.DONE
        if fact.id in (self._any if settled else self._in_force):
            return None
        direct = self._targets.get(fact.id, ())
        wrong = next((target for target in direct if target in self._facts and not self._is_higher(target)), None)
        if wrong:
            return BrokenClimb(fact, FactId(wrong), Break.WRONG_ALTITUDE)
        return None if fact.id in self._dangling else self._followed(fact)

    def _followed(self, fact: Fact) -> BrokenClimb:
        """Follow the first link of each fact to where the climb ends; each fact is passed once for all climbs."""
        walked: dict[FactId, None] = {}
        here = fact.id
        while here not in self._ends:
            if here in walked:
                circle = list(walked)
                self._ends.update((name, (name, Break.CIRCLE)) for name in circle[circle.index(here) :])
                break
            walked[here] = None
            here = self._step(here)
        end = self._ends[here]
        for name in walked:
            self._ends.setdefault(name, end)
        if end == (fact.id, Break.WRONG_ALTITUDE):
            return BrokenClimb(fact, fact.id, Break.CIRCLE)
        return BrokenClimb(fact, *self._ends[fact.id])

    def _step(self, here: FactId) -> FactId:
        """Return where the first link of a fact leads, or the fact itself if the climb ends there."""
        targets = self._targets.get(here, ())
        end = FactId(targets[0]) if targets else here
        if not targets:
            self._ends[here] = here, Break.SERVES_NOTHING
        elif not self._is_higher(end):
            self._ends[here] = end, Break.WRONG_ALTITUDE
        elif self._kinds(self._facts[end]) is NodeKind.VISION:
            self._ends[here] = end, Break.SUPERSEDED_VISION
        return here if here in self._ends else end

    def _is_higher(self, name: str) -> bool:
        return name in self._facts and self._kinds(self._facts[name]) in HIGHER

    @cached_property
    def _visions(self) -> list[Fact]:
        return [fact for fact in self._facts.values() if self._kinds(fact) is NodeKind.VISION]

    @cached_property
    def _any(self) -> set[str]:
        return self._below(fact.id for fact in self._visions)

    @cached_property
    def _in_force(self) -> set[str]:
        """What reaches a vision in force, or finished work, which keeps the vision of its time."""
        finished = (fact.id for fact in self._facts.values() if self._is_finished(fact))
        return self._below([*(fact.id for fact in self._visions if not self._replaced(fact)), *finished])

    def _is_finished(self, fact: Fact) -> bool:
        done = fact.checkbox is Checkbox.DONE and self._kinds(fact) is NodeKind.BLUEPRINT
        return done and fact.id in self._any

    @cached_property
    def _dangling(self) -> set[str]:
        """What climbs to a target that is no id; another check tells of that."""
        return self._below(
            target for targets in self._targets.values() for target in targets if not self._known(target)
        )

    def _known(self, name: str) -> bool:
        return name in self._facts

    @cached_property
    def _served_by(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for source, targets in self._targets.items():
            for target in targets:
                if not self._known(target) or self._is_higher(target):
                    found.setdefault(target, []).append(source)
        return found

    def _below(self, tops: Iterable[str]) -> set[str]:
        found: set[str] = set()
        queue = list(tops)
        while queue:
            name = queue.pop()
            if name not in found:
                found.add(name)
                queue.extend(self._served_by.get(name, ()))
        return found
