"""Decisions that go round in a ring."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def decision_cycle(graph: TopicsGraph) -> Iterator[Hit]:
    """Decisions depend on, or supersede, each other in a ring.

    ## What it finds
    A ring in `depends_on` within a topic, also one of a decision that depends on itself, or a ring in
    `superseded_by`. The two are not mixed: a decision may rest on the one that it replaces. One finding a
    ring, named by its smallest id.

    ## Why it matters
    What rests on itself has no reason, and of decisions that replace each other none is in force. No command
    writes a ring; it comes of an edit by hand.

    ## How to fix
    Find the link that was written last, and remove it.
    """
    for topic in graph.states:
        relations = (
            ("depends_on", graph.decisions.dependency_rings(topic)),
            ("superseded_by", graph.decisions.supersession_rings(topic)),
        )
        for relation, rings in relations:
            for ring in rings:
                known = [graph.decisions.of(topic)[name] for name in ring]
                yield Hit(
                    subject=ring[0],
                    location=known[0].location,
                    message=f"{relation} goes round in a ring: {', '.join(ring)}",
                    fix="Find the link that was written last, and remove it.",
                    related=tuple(Related(decision.location, decision.id) for decision in known[1:]),
                )
