"""A decision whose premise is gone."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def stale_dependency(graph: TopicsGraph) -> Iterator[Hit]:
    """A decision in force rests on one that was superseded.

    ## What it finds
    A decision that is in force and depends, any number of steps away, on a superseded one of its topic. A
    decision may rest on what it has itself superseded, at any remove. One finding a decision; the nearest
    such premise is shown.

    ## Why it matters
    When a decision is replaced nobody tells those that were built on it. They stay in the context as if
    their reason still held.

    ## How to fix
    Confirm the decision with a new one that rests on what is in force now, or supersede it.
    """
    for stale in graph.decisions.stale():
        decision, premise = stale.decision, stale.premise
        yield Hit(
            subject=decision.id,
            location=decision.location,
            message=f"{decision.id} is in force and rests on {premise.id}, which {premise.superseded_by} superseded",
            fix="Confirm it with a new decision that rests on what is in force, or supersede it.",
            related=(Related(premise.location, "the premise that is gone"),),
        )
