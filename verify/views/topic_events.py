"""Events of a topic, each with the commit that shows it."""

from collections.abc import Iterator, Sequence

from verify.graph.topics.biography import Step, TopicBiography, TopicHeld
from verify.graph.topics.topics_graph import TopicsGraph
from verify.model.event import (
    Decided,
    Departure,
    Detail,
    Event,
    EventKind,
    Traffic,
    Wording,
)
from verify.model.history import Commit
from verify.model.location import Day, FactId
from verify.model.topic_history import TopicHistory
from verify.model.topics import ACTIVE
from verify.secrets import redact
from verify.views.titles import authored_day

_ENDED = {"closed", "archived"}
_STATUSES = {ACTIVE: EventKind.SWITCHED, "paged": EventKind.PAGED, **dict.fromkeys(_ENDED, EventKind.CLOSED)}
Told = tuple[EventKind, str | None, Detail | None]


def topic_events(graph: TopicsGraph, history: TopicHistory, name: str) -> Iterator[Event]:
    """Yield what happened to a topic, in the order of the commits."""
    index = graph.place("topic_files/index.json")
    biography = TopicBiography(history, index, lambda path: path != index and graph.topic_of(path) == name)
    known = False
    for step in biography.steps():
        told = [*_listed(step, index, known), *_status(step, index), *_traffic(step), *_decided(step)]
        known = known or step.after.entry is not None
        yield from events_of(step.commit, told)


def _listed(step: Step[TopicHeld], index: str, known: bool) -> Iterator[Told]:
    if step.after.entry and not any(held.entry for held in step.before):
        title = step.after.entry.title or step.after.entry.id
        yield EventKind.RETURNED if known else EventKind.CREATED, index, Wording(redact(title))
    elif not step.after.entry and all(held.entry for held in step.before):
        yield EventKind.LOST, index, Departure(None, ())


def _status(step: Step[TopicHeld], index: str) -> Iterator[Told]:
    before = {held.entry.status for held in step.before if held.entry}
    now = step.after.entry.status if step.after.entry else None
    if before and now in _STATUSES and now not in before:
        reopened = before <= _ENDED and now not in _ENDED
        yield EventKind.REOPENED if reopened else _STATUSES[now], index, None


def _traffic(step: Step[TopicHeld]) -> Iterator[Told]:
    """Yield the exchanges that came or left, and those that a compaction moved into an archive."""
    befores = [_all(held, archived=None) for held in step.before]
    after = _all(step.after, archived=None)
    came, left = after - frozenset().union(*befores), befores[0].intersection(*befores) - after
    changed = sorted(path for path, keys in step.after.exchanges.items() if keys != step.before[0].exchanges.get(path))
    gone = sorted(step.before[0].exchanges.keys() - step.after.exchanges.keys())
    path = next(iter((*reversed(changed), *gone)), None)
    if came or left:
        yield EventKind.EXCHANGED, path, Traffic(len(came), len(left))
    archived = _all(step.after, archived=True) - frozenset().union(*(_all(h, archived=True) for h in step.before))
    moved = archived & frozenset().union(*(_all(held, archived=False) for held in step.before))
    if moved:
        archives = [path for path in changed if _is_archive(path)]
        yield EventKind.COMPACTED, archives[-1] if archives else path, Traffic(0, len(moved))


def _all(held: TopicHeld, archived: bool | None) -> frozenset[object]:
    chosen = (keys for path, keys in held.exchanges.items() if archived is None or _is_archive(path) is archived)
    return frozenset[object]().union(*chosen)


def _is_archive(path: str) -> bool:
    return path.rpartition("/")[2].startswith("archive_")


def _decided(step: Step[TopicHeld]) -> Iterator[Told]:
    known = {name for held in step.before for name in held.decisions}
    for name, decision in step.after.decisions.items():
        if name not in known:
            text = redact(decision.text or "")
            yield EventKind.DECIDED, decision.location.path, Decided(FactId(name), text)


def events_of(commit: Commit, told: Sequence[Told]) -> Iterator[Event]:
    """Yield what one commit did, in the order of the kinds."""
    order = list(EventKind)
    for kind, path, detail in sorted(told, key=lambda one: order.index(one[0])):
        yield topic_event(commit, kind, path, detail)


def topic_event(commit: Commit, kind: EventKind, path: str | None, detail: Detail | None) -> Event:
    """Make an event of a commit, which no session tells of."""
    day = Day(authored_day(commit)) if commit.id else None
    return Event(kind, commit.id, day or None, None, path, detail)
