"""The way up: what a thing serves, step by step to a vision, and where that breaks."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from verify.graph import HIGHER, TRACED, MemoryGraph
from verify.model.facts import Checkbox, Fact, NodeKind, Relation
from verify.model.record import Record
from verify.model.report import Evidence
from verify.model.session import Session
from verify.model.trace import Link, Step, StepKind
from verify.secrets import printable
from verify.views.trace.steps import DEPTH, Steps, grouped

_LINKS = {Relation.SERVES: Link.SERVES, Relation.REALIZES: Link.REALIZES}
_CIRCLE = "leads back to itself"


class Up:
    """Climbs in one memory; what was climbed once is not told again."""

    def __init__(self, graph: MemoryGraph, steps: Steps) -> None:
        self._graph = graph
        self._steps = steps
        self._told: dict[str, bool] = {}
        self._targets: dict[str, list[tuple[Link, str]]] = {}
        for link in graph.links:
            pair = (_LINKS[link.relation], link.target) if link.relation in _LINKS else None
            known = self._targets.setdefault(link.source, []) if link.source and pair else None
            if known is not None and pair and pair not in known:
                known.append(pair)

    def above(self, fact: Fact, below: tuple[str, ...] = ()) -> Iterator[Step]:
        """Yield the steps that stand directly above a fact, each with its own."""
        inside = (*below, fact.id)
        steps = list(self._said(fact, inside))
        yield from steps
        yield from self._origin(fact, inside, needed=not any(step.reaches_vision for step in steps))

    def _said(self, fact: Fact, inside: tuple[str, ...]) -> Iterator[Step]:
        """Yield what a fact says, and its decision records do."""
        for name in self._successors.get(fact.id, ()):
            yield self._successor(name, inside)
        for link, target in self._targets.get(fact.id, []):
            yield self._target(fact, link, target, inside)
        for record in self._graph.records.formalized.get(fact.id, ()):
            if record.serves and not record.retired:
                yield replace(self._steps.record(record, Link.FORMALIZED_BY), steps=tuple(self.served(record, inside)))

    def served(self, record: Record, below: tuple[str, ...] = ()) -> Iterator[Step]:
        """Yield what a decision record says that it serves."""
        for target in record.serves:
            goal = self._graph.intent.facts.get(target)
            yield self.reached(goal, Link.SERVES, below) if goal else self._missing(target, Link.SERVES)

    def _origin(self, fact: Fact, below: tuple[str, ...], *, needed: bool) -> Iterator[Step]:
        """Yield the session from which a fact came, if it does not exist or is ``needed`` to lead on."""
        if fact.origin is None or fact.from_outside:
            return
        session = self._graph.session(fact.origin)
        if session is None and Evidence.SESSIONS not in self._graph.incomplete:
            yield Step(Link.ORIGIN, StepKind.MISSING, printable(fact.origin), broken="is no session")
        elif session and needed and fact.kind is not NodeKind.VISION:
            goals = tuple(self.goals(session, below))
            if goals:
                yield replace(self._steps.session(session, Link.ORIGIN), steps=goals)

    def _successor(self, name: str, below: tuple[str, ...]) -> Step:
        fact = self._graph.intent.facts.get(name)
        if fact is None:
            return self._missing(name, Link.SUPERSEDED_BY)
        if name in below:
            return replace(self._steps.fact(fact, Link.SUPERSEDED_BY), broken=_CIRCLE)
        return self.reached(fact, Link.SUPERSEDED_BY, below)

    @cached_property
    def _successors(self) -> Mapping[str, Sequence[str]]:
        """What footers say took the place of each fact."""
        forward = ((link.source, link.target) for link in self._graph.links if link.relation is Relation.SUPERSEDED_BY)
        back = ((link.target, link.source) for link in self._graph.links if link.relation is Relation.SUPERSEDES)
        pairs = ((old, new) for old, new in (*forward, *back) if old and new)
        return {old: tuple(dict.fromkeys(new)) for old, new in grouped(pairs).items()}

    def goals(self, session: Session, below: tuple[str, ...] = ()) -> Iterator[Step]:
        """Yield the blueprints and visions that a session references, and else what leads to them."""
        intent = self._graph.intent
        facts = [intent.facts[name] for name in sorted(self._graph.referenced(session)) if name in intent.facts]
        higher = [fact for fact in facts if intent.kind(fact) in HIGHER]
        for fact in higher or [fact for fact in facts if fact.id in self._targets]:
            if fact.id not in below:
                yield self.reached(fact, Link.REFERENCES, below)

    def reached(self, fact: Fact, link: Link, below: tuple[str, ...] = ()) -> Step:
        """Return the step of a fact with all that stands above it, told once."""
        step = self._steps.fact(fact, link)
        if fact.id in self._told:
            return replace(step, again=self._told[fact.id])
        self._told[fact.id] = True
        if len(below) >= DEPTH:
            return replace(step, cut=True)
        steps = tuple(self.above(fact, below))
        self._told[fact.id] = bool(steps)
        is_gap = self._graph.intent.kind(fact) is NodeKind.BLUEPRINT and fact.id not in self._targets
        return replace(step, steps=steps, broken="serves nothing" if is_gap else None)

    def _target(self, fact: Fact, link: Link, target: str, below: tuple[str, ...]) -> Step:
        goal = self._graph.intent.facts.get(target)
        if goal is None:
            return self._missing(target, link)
        wrong = self._wrong(fact, goal, below)
        return replace(self._steps.fact(goal, link), broken=wrong) if wrong else self.reached(goal, link, below)

    def _missing(self, target: str, link: Link) -> Step:
        once = "is no id any more" if self._graph.was_id(target) else "is no id"
        elsewhere = "is an entry of the ledger" if self._graph.is_entry(target) else "is a decision record"
        return self._steps.missing(target, link, elsewhere if self._graph.is_id(target) else once)

    def _wrong(self, fact: Fact, goal: Fact, below: tuple[str, ...]) -> str | None:
        intent = self._graph.intent
        if goal.id in below:
            return _CIRCLE
        kind = intent.kind(goal)
        if intent.kind(fact) in TRACED and kind not in HIGHER:
            return "is no blueprint and no vision"
        done = any(intent.facts[name].checkbox is Checkbox.DONE for name in below if name in intent.facts)
        replaced = kind is NodeKind.VISION and intent.is_replaced(goal)
        return "is a superseded vision" if replaced and not done else None
