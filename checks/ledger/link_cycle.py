"""Links that go round in a circle."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Relation
from verify.model.report import Hit, Related, Severity

_RELATIONS = (Relation.SUPERSEDES, Relation.DEPENDS_ON, Relation.SERVES)


@check(Severity.ERROR)
def link_cycle(graph: MemoryGraph) -> Iterator[Hit]:
    """Facts supersede, depend on or serve each other in a circle.

    ## What it finds
    A circle of any length in one relation: `supersedes` together with `superseded-by` read backwards,
    `depends-on`, or `serves`. One finding a circle, named by its smallest id.

    ## Why it matters
    What rests on itself rests on nothing: a circle of supersessions leaves no fact in force, a circle of
    reasons gives no reason.

    ## How to fix
    Find the link that was written last or the wrong way round, and remove it.
    """
    for relation in _RELATIONS:
        for circle in graph.cycles(relation):
            facts = [graph.by_id[name][0] for name in circle if name in graph.by_id]
            yield Hit(
                subject=circle[0],
                location=facts[0].location if facts else None,
                message=f"{relation.value} goes round in a circle: {', '.join(circle)}",
                fix="Remove the link that was written last or the wrong way round.",
                related=tuple(Related(fact.location, fact.id) for fact in facts[1:]),
            )
