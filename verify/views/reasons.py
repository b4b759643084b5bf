"""Why a decision of a topic was taken, and what was built on it."""

from collections.abc import Iterator

from msgspec.structs import replace

from verify.graph.topics import TopicsGraph
from verify.model.topics import Decision
from verify.model.trace import Link, Step, StepKind, Trace
from verify.secrets import printable

_DEPTH = 20
"""Steps above each other; a longer way is cut."""


def reasons(graph: TopicsGraph, name: str) -> Iterator[Trace]:
    """Yield, for each decision of this id, what it depends on back to the reason, and what rests on it."""
    for decision in graph.decisions.by_id.get(name, ()):
        chain = _Chain(graph, decision)
        yield Trace(
            memory=graph.workspace.root or ".",
            subject=_step(decision, None),
            up=tuple(chain.above(decision, 0)),
            down=(*chain.successor(decision), *chain.below(decision, 0)),
            reaches_vision=False,
            reasons=True,
        )


class _Chain:
    """The steps around one decision; each decision is told once."""

    def __init__(self, graph: TopicsGraph, start: Decision) -> None:
        self._decisions = graph.decisions
        self._known = graph.decisions.of(start.topic)
        self._told = {start.id}
        self._resting: dict[str, list[Decision]] = {}
        for decision in self._known.values():
            if decision.depends_on and decision.depends_on != decision.id:
                self._resting.setdefault(decision.depends_on, []).append(decision)

    def above(self, decision: Decision, depth: int) -> Iterator[Step]:
        """Yield what a decision depends on: another one, or a reason in words."""
        named = self._decisions.depends_on(decision)
        if named is None and decision.depends_on:
            yield Step(Link.REASON, StepKind.REASON, printable(decision.depends_on))
        elif named is not None and named not in self._known:
            yield Step(Link.DEPENDS_ON, StepKind.MISSING, printable(named), broken="is no decision of this topic")
        elif named is not None:
            premise = self._known[named]
            step = _step(premise, Link.DEPENDS_ON)
            yield self._once(premise, step, depth) or replace(step, steps=tuple(self.above(premise, depth + 1)))

    def below(self, decision: Decision, depth: int) -> Iterator[Step]:
        """Yield what depends on a decision."""
        for other in self._resting.get(decision.id, ()):
            step = _step(other, Link.NEEDED_BY)
            yield self._once(other, step, depth) or replace(step, steps=tuple(self.below(other, depth + 1)))

    def successor(self, decision: Decision) -> Iterator[Step]:
        """Yield what took the place of a decision."""
        name = decision.superseded_by
        if name is not None and name in self._known:
            yield _step(self._known[name], Link.SUPERSEDED_BY)
        elif name is not None:
            yield Step(Link.SUPERSEDED_BY, StepKind.MISSING, printable(name), broken="is no decision of this topic")

    def _once(self, decision: Decision, step: Step, depth: int) -> Step | None:
        """Return the step as it is told where its way was told already, or is too long; else None."""
        if decision.id in self._told:
            return replace(step, again=True)
        self._told.add(decision.id)
        return replace(step, cut=True) if depth >= _DEPTH else None


def _step(decision: Decision, link: Link | None) -> Step:
    standing = "in force" if decision.in_force else "superseded"
    text = printable(decision.text or "")
    return Step(link, StepKind.DECISION, printable(decision.id), standing, text, decision.location)
