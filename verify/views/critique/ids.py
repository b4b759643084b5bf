"""Claims about an id: that it exists, its state, its kind, and what it points to."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from verify.graph import MemoryGraph, Standings
from verify.model.critique import Claim, Ruled, Ruling
from verify.model.facts import Checkbox, Fact, NodeKind, Relation, Store
from verify.model.location import CommitId, FactId
from verify.model.report import Evidence
from verify.model.snapshot import Source

_DECIDING = {"decision", "invariant", "convention", "blueprint", "thread"}
_GONE = {"gone"}
_VERBS = {
    "serves": Relation.SERVES,
    "realizes": Relation.REALIZES,
    "supersedes": Relation.SUPERSEDES,
    "depends on": Relation.DEPENDS_ON,
    "is superseded by": Relation.SUPERSEDED_BY,
}
_OTHER_WAY = {Relation.SUPERSEDES: Relation.SUPERSEDED_BY, Relation.SUPERSEDED_BY: Relation.SUPERSEDES}


def holds(claim: Claim, reason: str, *evidence: Source) -> Ruled:
    """Rule that a claim holds."""
    return Ruled(claim, Ruling.HOLDS, reason, evidence)


def contradicted(claim: Claim, reason: str, *evidence: Source) -> Ruled:
    """Rule that the memory says otherwise."""
    return Ruled(claim, Ruling.CONTRADICTED, reason, evidence)


def unchecked(claim: Claim, reason: str, *evidence: Source) -> Ruled:
    """Rule that nobody can tell."""
    return Ruled(claim, Ruling.NOT_CHECKED, reason, evidence)


def places(graph: MemoryGraph, name: str) -> tuple[Source, ...]:
    """Return where an id stands now."""
    facts = tuple(Source(fact.block.path, fact.block.line) for fact in graph.by_id.get(name, ()))
    known = graph.records.all if name.lower() in graph.records.ids else ()
    records = (Source(r.location.path, r.location.line) for r in known if name.lower() in r.ids)
    entry, session = graph.entry(name), graph.session(name)
    placed = [Source(entry.path, entry.location.line)] if entry else []
    placed += [Source(session.path, 1)] if session else []
    return (*facts, *records, *placed)


def exists(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on the claim that an id exists."""
    found = places(graph, claim.subject)
    return holds(claim, f"{claim.subject} is there", *found) if found else absent(graph, claim)


def absent(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on a claim about what is no id: another name may be meant, unless the claim says that it is one."""
    if graph.was_id(claim.subject):
        gone = _left(graph, claim.subject)
        told = contradicted if claim.bound else unchecked
        return told(claim, f"{claim.subject} left the memory", *gone)
    near = graph.nearest_id(claim.subject)
    hint = f"; did you mean {near}?" if near else ""
    evidence = places(graph, near) if near else ()
    missing = graph.incomplete.get(Evidence.FACTS) or graph.incomplete.get(Evidence.HISTORY)
    if missing:
        return unchecked(claim, f"{claim.subject} is no id that could be read ({missing}){hint}", *evidence)
    if claim.bound or claim.named:
        return contradicted(claim, f"{claim.subject} is no id, now or in history{hint}", *evidence)
    return unchecked(claim, f"{claim.subject} is no id of this memory, and may name something else{hint}", *evidence)


def _left(graph: MemoryGraph, name: str) -> tuple[Source, ...]:
    commit = _losses(graph).get(name)
    return (Source(commit=commit),) if commit else ()


@lru_cache(maxsize=4)
def _losses(graph: MemoryGraph) -> Mapping[str, CommitId | None]:
    """Return the commit that lost each id that is gone."""
    return {loss.id: loss.commit for loss in graph.history.losses(frozenset(map(FactId, graph.by_id)))}


@lru_cache(maxsize=4)
def _standings(graph: MemoryGraph) -> Standings:
    return Standings(graph)


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
    if claim.said in _GONE and graph.was_id(claim.subject):
        return holds(claim, f"{claim.subject} left the memory", *_left(graph, claim.subject))
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


def link(graph: MemoryGraph, claim: Claim) -> Ruled:
    """Rule on the claim that one id points to another."""
    for name in (claim.subject, claim.target):
        if not places(graph, name):
            return absent(graph, _about(claim, name))
    found = tuple(dict.fromkeys(_links(graph, claim.subject, _VERBS[claim.said], claim.target)))
    if found:
        return holds(claim, f"{claim.subject} {claim.said} {claim.target}", *found)
    evidence = places(graph, claim.subject)
    if not claim.bound:
        return unchecked(claim, "no footer and no text says so, but it may be an opinion", *evidence)
    if _VERBS[claim.said] is Relation.SERVES and _leads(graph, claim.subject, claim.target):
        return unchecked(claim, f"{claim.subject} leads to {claim.target} only by way of others", *evidence)
    return contradicted(
        claim, f"no footer and no text says that {claim.subject} {claim.said} {claim.target}", *evidence
    )


def _about(claim: Claim, name: str) -> Claim:
    return Claim(claim.form, claim.line, claim.text, name, claim.said, claim.target, False, claim.bound, claim.named)


def _links(graph: MemoryGraph, source: str, relation: Relation, target: str) -> Iterator[Source]:
    other = _OTHER_WAY.get(relation)
    for one in graph.links:
        forward = (one.source, one.relation, one.target) == (source, relation, target)
        back = other is not None and (one.source, one.relation, one.target) == (target, other, source)
        if forward or back:
            yield Source(one.location.path, one.location.line)
    for session in graph.memory.sessions if other else ():
        old, new = (source, target) if relation is Relation.SUPERSEDED_BY else (target, source)
        yield from (Source(session.path, p.line) for p in session.supersessions if (p.old, p.new) == (old, new))
    for record in graph.records.all if relation is Relation.SERVES else ():
        if target in record.serves and any(formal.target == source for formal in record.formalizes):
            yield Source(record.location.path, record.location.line)


def _leads(graph: MemoryGraph, source: str, target: str) -> bool:
    """Whether something leads from one id to another by serves and realizes, or to a vision by its origin."""
    seen, queue = {source}, [source]
    while queue:
        for name in graph.intent.climbs.get(queue.pop(), ()):
            if name not in seen:
                seen.add(name)
                queue.append(name)
    fact = graph.intent.facts.get(target)
    is_vision = fact is not None and graph.intent.kind(fact) is NodeKind.VISION
    return target in seen or (is_vision and graph.intent.reach.fact(FactId(source)))
