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
    malformed is not missing, and neither is one that git is told to ignore.

    ## Why it matters
    The decisions of a topic stand in its state only. Without it the topic is loaded as if none were ever taken.

    ## How to fix
    Restore the state from git, or remove the topic from the index if it was never used.
    """
    if graph.index.layout is not Layout.MANAGER:
        return
    missing = {f"{graph.folder(entry.id)}/state.json": entry for entry in graph.by_id.values()}
    missing = {path: entry for path, entry in missing.items() if _is_missing(graph, entry.id, path)}
    private = graph.ignored(list(missing)) if missing else ()
    for path, entry in missing.items():
        if path not in private:
            yield Hit(
                subject=entry.id,
                location=entry.location,
                message=f"the topic {entry.id} has no {path}",
                fix="Restore the state from git, or take the topic out of the index.",
            )


def _is_missing(graph: TopicsGraph, topic: str, path: str) -> bool:
    return topic not in graph.states and graph.malformed.isdisjoint({graph.folder(topic), path})
