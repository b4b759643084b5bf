"""A supersession that only one side knows of."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Fact, Relation, Tier
from verify.model.location import Location
from verify.model.report import Hit, Related, Severity


@check(Severity.WARNING)
def supersession_mismatch(graph: MemoryGraph) -> Iterator[Hit]:
    """The two ends of a supersession do not say the same.

    ## What it finds
    A fact that another one supersedes, by its footer or by `Superseded: old → new` in a session, and
    whose own footer lacks `superseded-by` that one or the tier `superseded`; a footer with
    `superseded-by` and another tier. A fact whose footer is gone has nothing to compare. One finding a
    fact.

    ## Why it matters
    A decision that was replaced and does not say so is followed on.

    ## How to fix
    Give the old fact `tier: superseded | superseded-by: NEW`, and the new one `supersedes: OLD`.
    """
    claims = _claims(graph)
    for fact in graph.facts:
        successors = fact.footer.ids("superseded-by")
        lacking = [(new, at) for new, at in claims.get(fact.id, ()) if new not in successors]
        if lacking:
            new, at = lacking[0]
            yield _hit(fact, f"{new} supersedes {fact.id}, whose footer lacks superseded-by: {new}", at)
        elif (successors or claims.get(fact.id)) and fact.tier is not Tier.SUPERSEDED:
            yield _hit(fact, f"{fact.id} is superseded, but its tier is {fact.footer.get('tier') or 'missing'}", None)


def _claims(graph: MemoryGraph) -> dict[str, list[tuple[str, Location]]]:
    """Return, for each old id, the new ids that claim its place and where they say so."""
    claims: dict[str, list[tuple[str, Location]]] = {}
    for link in graph.links:
        if link.relation is Relation.SUPERSEDES and link.source:
            claims.setdefault(link.target, []).append((link.source, link.location))
    for session in graph.sessions:
        for pair in session.supersessions:
            if pair.new and graph.is_id(pair.new):
                place = Location(session.path, pair.line, 1, pair.line)
                claims.setdefault(pair.old, []).append((pair.new, place))
    return claims


def _hit(fact: Fact, message: str, at: Location | None) -> Hit:
    fix = "Give the old fact tier: superseded and superseded-by, and the new one supersedes."
    related = (Related(at, "said here"),) if at else ()
    return Hit(fact.id, fact.location, message, fix, related)
