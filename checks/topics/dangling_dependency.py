"""A dependency on nothing."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity
from verify.model.topics import Decision

_FIX = "Correct the id, or give the reason in words."


@check(Severity.ERROR, Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def dangling_dependency(graph: TopicsGraph) -> Iterator[Hit]:
    """A decision depends on an id that its topic does not have, or a topic names a related one that does not exist.

    ## What it finds
    A `depends_on` that is as a whole a decision's id and no decision of the topic; a warning if another
    topic has it. Anything else is a reason in words, also where it begins with an id. A warning, too, for
    `relatedTopics` that name no topic of the index.

    ## Why it matters
    The command takes any id without a word. The chain from a decision to its reason then ends in nothing.

    ## How to fix
    Correct the id, or give the reason in words.
    """
    for decision in graph.decisions.all:
        named = graph.decisions.depends_on(decision)
        if named and named not in graph.decisions.of(decision.topic):
            yield _dangling(graph, decision, named)
    for state in graph.states.values():
        missing = [name for name in dict.fromkeys(state.related) if name not in graph.by_id]
        if missing:
            yield Hit(
                subject=state.topic,
                location=Location(state.path),
                message=f"relatedTopics of {state.topic} names {', '.join(missing)}, which the index does not list",
                fix="Correct the id, or remove it.",
                grade=1,
            )


def _dangling(graph: TopicsGraph, decision: Decision, named: str) -> Hit:
    elsewhere = graph.decisions.by_id.get(named, ())
    where = f"a decision of {elsewhere[0].topic}, another topic" if elsewhere else "no decision"
    return Hit(
        subject=decision.id,
        location=decision.location,
        message=f"{decision.id} depends on {named}, which is {where}",
        fix=_FIX,
        related=tuple(Related(one.location, named) for one in elsewhere[:1]),
        grade=1 if elsewhere else 0,
        rests_on=() if elsewhere else (Evidence.TOPIC_STATES,),
    )
