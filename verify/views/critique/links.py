"""Claims that one id points to another."""

from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.model.critique import Claim, Ruled
from verify.model.facts import NodeKind, Relation
from verify.model.location import FactId
from verify.model.snapshot import Source
from verify.views.critique.rulings import absent, contradicted, holds, places, unchecked

_VERBS = {
    "serves": Relation.SERVES,
    "realizes": Relation.REALIZES,
    "supersedes": Relation.SUPERSEDES,
    "depends on": Relation.DEPENDS_ON,
    "is superseded by": Relation.SUPERSEDED_BY,
}
_OTHER_WAY = {Relation.SUPERSEDES: Relation.SUPERSEDED_BY, Relation.SUPERSEDED_BY: Relation.SUPERSEDES}


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
