"""An index and a state that disagree."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity
from verify.model.topics import STATUSES, Entry, Layout, Timestamp, TopicState


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def topic_state_mismatch(graph: TopicsGraph) -> Iterator[Hit]:
    """The index and the state of one topic say different things.

    ## What it finds
    Where the index is an object: another title, status, summary or `lastActive` in the index than in the
    state. A missing summary is an empty one; one instant in two spellings is one time; a status that is
    unknown is not compared, and neither are the counts, which the tools keep differently. One finding a
    topic names all the fields.

    ## Why it matters
    The tools write both in one go. Where they differ, one was edited by hand or half of a write was lost,
    and the list of topics tells something else than the topic that is loaded.

    ## How to fix
    Let both say what is true.
    """
    if graph.index.layout is not Layout.MANAGER:
        return
    for entry in graph.by_id.values():
        state = graph.states.get(entry.id)
        differences = list(_differences(entry, state)) if state else []
        if state and differences:
            yield Hit(
                subject=entry.id,
                location=entry.location,
                message=f"index and state of {entry.id} differ: {'; '.join(differences)}",
                fix="Let both say what is true.",
                related=(Related(Location(state.path), "the state"),),
            )


def _differences(entry: Entry, state: TopicState) -> Iterator[str]:
    known = STATUSES[Layout.MANAGER]
    if entry.title and state.title and entry.title != state.title:
        yield _told("title", entry.title, state.title)
    if entry.status != state.status and entry.status in known and state.status in known:
        yield _told("status", entry.status, state.status)
    if entry.summary != state.summary:
        yield _told("summary", entry.summary, state.summary)
    if entry.last_active and state.last_active and not _same(entry.last_active, state.last_active):
        yield _told("lastActive", entry.last_active.text, state.last_active.text)


def _same(one: Timestamp, other: Timestamp) -> bool:
    return one.text == other.text or (one.instant is not None and one.instant == other.instant)


def _told(name: str, one: str | None, other: str | None) -> str:
    shown = (repr(text[:80] + "…" if text and len(text) > 80 else text) for text in (one, other))
    return f"{name} {next(shown)} in the index, {next(shown)} in the state"
