"""Claims about the state and the kind of an id."""

from collections.abc import Iterator
from functools import lru_cache

from verify.graph import MemoryGraph, Standings
from verify.model.critique import Claim, Ruled
from verify.model.facts import Checkbox, Fact, Relation, Store
from verify.views.critique.rulings import absent, contradicted, holds, left, places, unchecked

_DECIDING = {"decision", "invariant", "convention", "blueprint", "thread"}


def state(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on the claim that an id has some state."""
    facts = graph.by_id.get(claim.subject, ())
    if not facts:
        return _stateless(graph, claim)
    found = {word for fact in facts for word in _words(graph, fact)}
    evidence = places(graph, claim.subject)
    told = f"{claim.subject} is {', '.join(sorted(found))}"
    if claim.said in found:
        doubt = _doubt(claim, found)
        return unchecked(claim, f"{told}: {doubt}", *evidence) if doubt else holds(claim, told, *evidence)
    if claim.said == "superseded" and _told_elsewhere(graph, claim.subject):
        return unchecked(claim, f"its own footer does not say so, but another place does ({told})", *evidence)
    if claim.said == "active" and not claim.bound and "live" in found:
        return unchecked(claim, f"{told}; it may be meant that it is live", *evidence)
    other = _standings(graph).contradicted(claim.subject, claim.said)
    if other or claim.said in {"live", "gone", "superseded", "archived"}:
        return contradicted(claim, told, *evidence)
    return unchecked(claim, f"{told}, which does not tell", *evidence)


def _stateless(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on a state of what has no footer now."""
    if claim.said == "gone" and graph.was_id(claim.subject):
        return holds(claim, f"{claim.subject} left the memory", *left(graph, claim.subject))
    found = places(graph, claim.subject)
    if found:
        return unchecked(claim, f"{claim.subject} is no fact, so that it has no such state", *found)
    return absent(graph, claim)


def _words(graph: MemoryGraph, fact: Fact) -> Iterator[str]:
    """Yield every state that a fact surely has."""
    if fact.superseded:
        yield "superseded"
    yield "archived" if fact.store is Store.ARCHIVE else "live"
    if fact.checkbox is not Checkbox.NONE:
        yield from ("done", "closed") if fact.checkbox is Checkbox.DONE else ("open",)
    replayed = graph.replayed_tier(fact) if fact.store is Store.LIVE and not fact.superseded else None
    yield from (tier.value for tier in (fact.tier, replayed) if tier)


def _doubt(claim: Claim, found: set[str]) -> str:
    """Return why a state that a fact has may still not be what is meant; empty if it is."""
    if claim.said == "live" and "superseded" in found:
        return "it stands among the live facts, but something took its place"
    if claim.said == "open" and {"superseded", "archived"} & found:
        return "its box is open, but it is not in force"
    return ""


def _told_elsewhere(graph: MemoryGraph, name: str) -> bool:
    links = (link for link in graph.links if link.relation is Relation.SUPERSEDES and link.target == name)
    logs = (pair for session in graph.memory.sessions for pair in session.supersessions if pair.old == name)
    return any(True for _ in links) or any(True for _ in logs)


@lru_cache(maxsize=4)
def _standings(graph: MemoryGraph) -> Standings:
    return Standings(graph)


def kind(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on the claim that an id is of some kind; kinds that people use for each other contradict nothing."""
    fact = graph.intent.facts.get(claim.subject)
    if fact is None:
        return _stateless(graph, claim)
    known = graph.intent.kind(fact).value
    told, evidence = f"{claim.subject} is of the kind {known}", places(graph, claim.subject)
    if claim.said in {known, "fact"}:
        return holds(claim, told, *evidence)
    loose = claim.said in {"decision", "thread"} and known in _DECIDING
    if loose or fact.store is Store.ARCHIVE:
        return unchecked(claim, told, *evidence)
    return contradicted(claim, told, *evidence)
