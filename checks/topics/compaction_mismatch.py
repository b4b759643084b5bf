"""Compactions that do not add up."""

from collections.abc import Iterator, Sequence

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.instant import Instant
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import Compaction, Layout, TopicState

_USES = (Evidence.TOPIC_STATES, Evidence.EXCHANGES, Evidence.SWITCHES)
_NEVER = Instant(0)


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=_USES)
def compaction_mismatch(graph: TopicsGraph) -> Iterator[Hit]:
    """The recorded compactions of a topic do not fit its archives.

    ## What it finds
    Where the index is an object: a `compactionCount` that is not the number of archives; a compaction in
    `metrics.json` whose archived and kept exchanges do not add up to the original; the k-th of a topic
    whose k-th archive has another number of lines. Where the number of recorded compactions is not
    `compactionCount`, they are not compared. Nothing is said of a topic whose archives git would ignore, or
    with a file that is malformed.

    ## Why it matters
    A compaction moves older exchanges into an archive. One without its archive means that they are gone.

    ## How to fix
    Restore the archive from git or a backup, or correct the number.
    """
    if graph.index.layout is not Layout.MANAGER:
        return
    metrics = graph.workspace.metrics
    recorded: dict[str, list[Compaction]] = {}
    for compaction in metrics.compactions if metrics else ():
        recorded.setdefault(compaction.topic, []).append(compaction)
    for state in graph.states.values():
        found = None if graph.is_damaged(state.topic) else _wrong(graph, state, recorded.get(state.topic, []))
        if found and state.topic not in graph.private:
            said, in_metrics = found
            yield Hit(
                subject=state.topic,
                location=Location(metrics.path if metrics and in_metrics else state.path),
                message=said,
                fix="Restore the archive from git or a backup, or correct the number.",
            )


def _wrong(graph: TopicsGraph, state: TopicState, recorded: Sequence[Compaction]) -> tuple[str, bool] | None:
    """Return what does not add up, and whether the metrics say it."""
    archives = graph.exchanges.archives(state.topic)
    count = state.compaction_count
    if count is not None and count != len(archives):
        return f"compactionCount of {state.topic} is {count}, and it has {len(archives)} archives", False
    if count is None or count != len(recorded):
        return None
    by_time = sorted(recorded, key=lambda one: one.instant or _NEVER)
    for number, (one, archive) in enumerate(zip(by_time, archives, strict=True), 1):
        named = f"compaction {number} of {state.topic}"
        if None not in {one.archived, one.kept, one.original} and (one.archived or 0) + (one.kept or 0) != one.original:
            return f"{named} archived {one.archived} and kept {one.kept} of {one.original} exchanges", True
        if one.archived is not None and one.archived != len(archive.lines):
            return f"{named} archived {one.archived} exchanges, and {archive.path} has {len(archive.lines)}", True
    return None
