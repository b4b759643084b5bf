"""A topic under two names, or two under one."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def topic_id_mismatch(graph: TopicsGraph) -> Iterator[Hit]:
    """A state says that it is another topic than its folder, or one id is given twice.

    ## What it finds
    A `state.json` whose `id` differs from the name of its folder. In an index that is an array, an id that
    stands there twice, at the second.

    ## Why it matters
    A state that was copied carries the decisions of another topic into this one.

    ## How to fix
    Find out which topic the state belongs to, and correct the id or move the file.
    """
    for state in graph.states.values():
        if state.id and state.id != state.topic:
            yield Hit(
                subject=state.topic,
                location=Location(state.path),
                message=f"the state in the folder {state.topic} says that it is {state.id}",
                fix="Correct the id, or move the file to its own topic.",
            )
    seen: set[str] = set()
    for entry in graph.index.entries:
        first = graph.by_id[entry.id]
        if entry is not first and entry.id not in seen:
            seen.add(entry.id)
            yield Hit(
                subject=entry.id,
                location=entry.location,
                message=f"the index lists {entry.id} twice",
                fix="Give one of the two topics an id of its own.",
                related=(Related(first.location, "listed first here"),),
            )
