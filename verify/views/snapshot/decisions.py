"""The decisions in force that matter: in reach of the objective, changed lately, or contested."""

from collections.abc import Iterator, Set

from msgspec import Struct

from verify.graph import MemoryGraph, holds
from verify.model.facts import Fact, NodeKind
from verify.model.report import Evidence
from verify.model.snapshot import Aim, Cited, Section, Statement, Topic
from verify.views.snapshot.nameless import nameless
from verify.views.snapshot.quoting import Texts, at, quoting
from verify.views.snapshot.reasons import reasons

_DECIDING = {NodeKind.INVARIANT, NodeKind.DECISION, NodeKind.CONVENTION}
_MOST = 40
_LACKING = "The memory states no decision in force."


class _Choice(Struct, frozen=True):
    """A decision and why it is told; without a reason it is passed over."""

    fact: Fact
    contested: bool
    changed: bool
    reaching: bool

    @property
    def told(self) -> bool:
        return self.contested or self.changed or self.reaching or self.fact.kind is NodeKind.INVARIANT

    @property
    def rank(self) -> tuple[bool, bool, bool, bool]:
        return not self.contested, not self.changed, self.fact.kind is not NodeKind.INVARIANT, not self.reaching

    @property
    def why(self) -> str:
        pairs = (
            (self.contested, "contested"),
            (self.changed, "changed since"),
            (self.fact.kind is NodeKind.INVARIANT, "an invariant"),
            (self.reaching, "leads to the vision"),
        )
        return ", ".join(word for holds_so, word in pairs if holds_so)


def decisions(graph: MemoryGraph, texts: Texts, aim: Aim, contested: Set[str]) -> Section:
    """Choose and tell the decisions, with their reasons; the others are counted."""
    choices = [_choice(graph, fact, aim, contested) for fact in graph.live if fact.kind in _DECIDING and holds(fact)]
    # Without a vision nothing can lead to it, so that this sets no decision apart.
    aimless = not any(fact.kind is NodeKind.VISION for fact in graph.live)
    told = sorted((choice for choice in choices if choice.told or aimless), key=lambda choice: choice.rank)
    statements = [_statement(graph, texts, choice) for choice in told[:_MOST]]
    statements += _ledgers(graph)
    statements += nameless(graph, "decisions", "invariants")
    return Section(
        Topic.DECISIONS,
        tuple(statements),
        _LACKING,
        passed_over=tuple(_passed_over(len(choices) - len(told), len(told) - _MOST)),
        share=6,
    )


def _choice(graph: MemoryGraph, fact: Fact, aim: Aim, contested: Set[str]) -> _Choice:
    return _Choice(fact, fact.id in contested, fact.id in aim.changed, graph.intent.reach.fact(fact.id))


def _passed_over(elsewhere: int, beyond: int) -> Iterator[str]:
    if elsewhere > 0:
        yield f"{elsewhere} decisions in force that lead to no vision, are no invariants, unchanged and uncontested"
    if beyond > 0:
        yield f"{beyond} more decisions in force beyond the first {_MOST}"


def _statement(graph: MemoryGraph, texts: Texts, choice: _Choice) -> Statement:
    fact = choice.fact
    created = (", created ", Cited(fact.created)) if fact.created else ()
    why = f" ({choice.why})" if choice.told else ""
    words = (f"{fact.kind.value} ", Cited(fact.id), *created, why)
    return quoting(words, [at(fact.block)], texts.fact(fact), reasons(graph, texts, fact))


def _ledgers(graph: MemoryGraph) -> Iterator[Statement]:
    """Yield the decisions in force that only a ledger knows."""
    if not graph.decision_logs or Evidence.LEDGER in graph.incomplete:
        return
    # Loaded only where there is a ledger.
    from verify.views.decisions import decisions as replayed  # noqa: PLC0415

    for one in replayed(graph).active:
        if one.id not in graph.by_id:
            notes = [quoting(("the ledger gives the reason",), [at(one.place)], one.because)] if one.because else []
            yield quoting(("decision ", Cited(one.id), " of the ledger"), [at(one.place)], one.text, notes)
