"""Rulings, and what they rest on: where an id stands, and what became of one that is gone."""

import re
from collections.abc import Mapping
from functools import lru_cache

from verify.graph import MemoryGraph
from verify.model.critique import Claim, Ruled, Ruling
from verify.model.location import CommitId, FactId
from verify.model.report import Evidence
from verify.model.snapshot import Source

_FILE = re.compile(r".*/.*|[\w.-]{0,200}\.[A-Za-z]\w{0,9}")


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
        gone = left(graph, claim.subject)
        told = contradicted if claim.bound else unchecked
        return told(claim, f"{claim.subject} left the memory", *gone)
    if _FILE.fullmatch(claim.subject) and not claim.named:
        return unchecked(claim, f"{claim.subject} is no id but looks like a path, and only ids are looked up")
    near = graph.nearest_id(claim.subject)
    hint = f"; did you mean {near}?" if near else ""
    evidence = places(graph, near) if near else ()
    missing = graph.incomplete.get(Evidence.FACTS) or graph.incomplete.get(Evidence.HISTORY)
    if missing:
        return unchecked(claim, f"{claim.subject} is no id that could be read ({missing}){hint}", *evidence)
    if claim.bound or claim.named:
        return contradicted(claim, f"{claim.subject} is no id, now or in history{hint}", *evidence)
    return unchecked(claim, f"{claim.subject} is no id of this memory, and may name something else{hint}", *evidence)


def left(graph: MemoryGraph, name: str) -> tuple[Source, ...]:
    """Return the commit with which an id left the memory."""
    commit = _losses(graph).get(name)
    return (Source(commit=commit),) if commit else ()


@lru_cache(maxsize=4)
def _losses(graph: MemoryGraph) -> Mapping[str, CommitId | None]:
    """Return the commit that lost each id that is gone."""
    return {loss.id: loss.commit for loss in graph.history.losses(frozenset(map(FactId, graph.by_id)))}
