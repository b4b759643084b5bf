"""A topic that has no state."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import Layout


@check(Severity.ERROR, needs=Evidence.TOPICS)
def topic_without_state(graph: TopicsGraph) -> Iterator[Hit]:
    """The index lists a topic whose folder has no `state.json`.

    ## What it finds
    A topic of an index that is an object, without `topic_files/ID/state.json`. A state that is there but
    malformed is not missing.

    ## Why it matters
    The decisions of a topic stand in its state only. Without it the topic is loaded as if none were ever taken.

    ## How to fix
    Restore the state from git, or remove the topic from the index if it was never used.
    """
    if graph.index.layout is not Layout.MANAGER:
        return
    for entry in graph.by_id.values():
        folder = graph.folder(entry.id)
        path = f"{folder}/state.json"
        if entry.id not in graph.states and graph.malformed.isdisjoint({folder, path}):
            yield Hit(
                subject=entry.id,
                location=entry.location,
                message=f"the topic {entry.id} has no {path}",
                fix="Restore the state from git, or take the topic out of the index.",
            )
