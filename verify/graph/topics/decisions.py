"""The decisions of all topics, and what they rest on."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from verify.graph.cycles import cycles
from verify.model.topics import Decision, TopicState

_ID = re.compile(r"dec_[A-Za-z0-9_-]+")


class StalePremise(Struct, frozen=True):
    """A decision in force, and the nearest superseded one that it rests on."""

    decision: Decision
    premise: Decision


class Decisions:
    """Answers about the decisions of some states, which come in the order of the index."""

    def __init__(self, states: Sequence[TopicState]) -> None:
        self.all = tuple(decision for state in states for decision in state.decisions)
        self._by_topic: dict[str, dict[str, Decision]] = {}
        for decision in self.all:
            self._by_topic.setdefault(decision.topic, {}).setdefault(decision.id, decision)

    def of(self, topic: str) -> Mapping[str, Decision]:
        """Return the decisions of one topic by id."""
        return self._by_topic.get(topic, {})

    @cached_property
    def by_id(self) -> Mapping[str, Sequence[Decision]]:
        """Every decision under its id, which should be one each."""
        found: dict[str, list[Decision]] = {}
        for decision in self.all:
            found.setdefault(decision.id, []).append(decision)
        return found

    @staticmethod
    def depends_on(decision: Decision) -> str | None:
        """Return the id that a decision depends on; None if it gives a reason in words, or none."""
        named = decision.depends_on
        return named if named and _ID.fullmatch(named) else None

    def dependency_rings(self, topic: str) -> list[list[str]]:
        """Return the rings of dependencies in a topic, each with its ids sorted."""
        edges = ((decision.id, self.depends_on(decision)) for decision in self.of(topic).values())
        return sorted(cycles({source: {target} for source, target in edges if target}))

    def supersession_rings(self, topic: str) -> list[list[str]]:
        """Return the rings of at least two successors in a topic, each with its ids sorted."""
        edges = ((decision.id, decision.superseded_by) for decision in self.of(topic).values())
        return sorted(cycles({source: {target} for source, target in edges if target and target != source}))

    def stale(self) -> Iterator[StalePremise]:
        """Yield each decision in force that rests on a superseded one, any number of steps away.

        What it has itself superseded, at any remove, is no premise that it has lost.
        """
        for topic, decisions in self._by_topic.items():
            final = _ends({d.id: d.superseded_by for d in decisions.values() if d.superseded_by in decisions})
            nearest = _nearest_superseded(decisions, self.depends_on)
            for decision in decisions.values():
                premise = nearest.get(decision.id) if decision.in_force else None
                seen: set[str] = set()
                while premise and final.get(premise) == decision.id and premise not in seen:
                    seen.add(premise)
                    premise = nearest.get(premise)
                if premise and final.get(premise) != decision.id:
                    yield StalePremise(decision, self.of(topic)[premise])


def _nearest_superseded(
    decisions: Mapping[str, Decision], above: Callable[[Decision], str | None]
) -> dict[str, str | None]:
    """Return for each decision the nearest superseded one strictly above it."""
    nearest: dict[str, str | None] = {}
    for start in decisions:
        path: list[str] = []
        at: str | None = start
        while at and at not in nearest:
            path.append(at)
            nearest[at] = None
            upper = decisions.get(above(decisions[at]) or "")
            at = upper.id if upper else None
        for name in reversed(path):
            upper = decisions.get(above(decisions[name]) or "")
            if upper:
                nearest[name] = nearest[upper.id] if upper.in_force else upper.id
    return nearest


def _ends(following: Mapping[str, str | None]) -> dict[str, str]:
    """Return where the successors of each decision end; nothing for those that go round in a ring."""
    ends: dict[str, str] = {}
    for start in following:
        path: list[str] = []
        on_path: set[str] = set()
        at = start
        while at not in ends and at not in on_path and following.get(at):
            path.append(at)
            on_path.add(at)
            at = following[at] or at
        ends.update(dict.fromkeys(path, "" if at in on_path else ends.get(at, at)))
    return ends
