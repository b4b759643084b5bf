"""What the sessions say of each fact, compared with its footer by the rules of stale-metadata."""

from collections.abc import Iterator
from itertools import islice

from verify.graph import MemoryGraph, allows_last_used, allows_uses, is_new
from verify.graph.decay import keeps_tier
from verify.model.facts import Fact
from verify.model.location import Day, FactId, Location, Stem
from verify.model.replay import Agreement, ReplayedDecisions, ReplayedFact, ReplayedField, ReplayedMemory, Value
from verify.model.report import Evidence
from verify.secrets import printable
from verify.views.replay import Folded, events, fold

LEDGER = "ledger.jsonl"


def replayed(graph: MemoryGraph) -> ReplayedMemory:
    """Fold the sessions of one memory, and hold the result against its footers."""
    told = events(graph)
    reviewed = fold(islice(told, graph.reviewed))
    now = fold(told, reviewed)
    return ReplayedMemory(
        memory=printable(graph.memory.path),
        sessions=len(now.days),
        reviewed=len(reviewed.days),
        through=Stem(printable(now.through)) if now.through else None,
        facts=tuple(_facts(graph, reviewed, now)),
        decisions=_decisions(graph),
    )


def _decisions(graph: MemoryGraph) -> ReplayedDecisions:
    if not graph.decision_logs and Evidence.LEDGER not in graph.incomplete:
        return ReplayedDecisions(f"there is no {printable(graph.memory.path)}/{LEDGER}")
    # Loaded only where there is a ledger.
    from verify.views.decisions import decisions  # noqa: PLC0415

    return decisions(graph)


def _facts(graph: MemoryGraph, reviewed: Folded, now: Folded) -> Iterator[ReplayedFact]:
    review = graph.pointer("last_review")
    fading = {id(fact) for fact in graph.fading}
    for fact in graph.facts:
        fades = id(fact) in fading
        new = is_new(fact, review.day if review else None)
        then, today = reviewed.use(fact.id), now.use(fact.id)
        uses = not fades or allows_uses(fact, then, today, new=new)
        last_used = not fades or allows_last_used(fact, then, today, new=new)
        yield ReplayedFact(
            id=FactId(printable(fact.id)),
            kind=fact.kind,
            store=fact.store,
            place=_place(fact.location),
            tier=_tier(fact, now, graph, fades=fades),
            uses=_field(fact.uses, today.uses, fades=fades, allowed=uses),
            last_used=_field(fact.last_used, today.last_used, fades=fades, allowed=last_used),
        )


def _place(location: Location) -> Location:
    return Location(printable(location.path), location.line, location.column, location.end_line)


def _tier(fact: Fact, now: Folded, graph: MemoryGraph, *, fades: bool) -> ReplayedField:
    right = now.tier(fact, graph.windows) if fades and not keeps_tier(fact) else None
    stored = fact.tier.value if fact.tier else None
    if right is None:
        return ReplayedField(stored, stored, Agreement.ALONE)
    return ReplayedField(stored, right.value, Agreement.FOLLOWS if fact.tier is right else Agreement.DIFFERS)


def _field(stored: int | Day | None, replayed: Value, *, fades: bool, allowed: bool) -> ReplayedField:
    if stored is None or not fades or replayed is None:
        return ReplayedField(stored, replayed, Agreement.ALONE)
    behind = Agreement.FOLLOWS if stored == replayed else Agreement.BEHIND
    return ReplayedField(stored, replayed, behind if allowed else Agreement.DIFFERS)
