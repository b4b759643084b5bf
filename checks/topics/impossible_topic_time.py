"""A time that cannot be."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.instant import DAY, Instant
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity
from verify.model.topics import TopicState

_WRITTEN_AT_ONCE = {"message", "tool_output"}
_Time = tuple[Instant, str, str, Location]


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES, Evidence.EXCHANGES))
def impossible_topic_time(graph: TopicsGraph) -> Iterator[Hit]:
    """A decision older than its topic, a last activity before the newest message, or a time in the future.

    ## What it finds
    A decision that was taken before its topic was created; a state whose `lastActive` is older than the
    newest `message` or `tool_output` line of its conversation and archives; any of these times, or that of
    an exchange, more than 24 hours after the clock, which is the time of the commit. One finding a topic and
    kind, at the first. Where the index is an array only the last is looked for. Without git there is no clock.
    Lines of the exchange logger may come late, and so may decisions.

    ## Why it matters
    The tools write these times themselves. One that cannot be was written by hand or by a clock that was
    wrong, and what sorts by it shows an order that never was.

    ## How to fix
    Correct the time where it is known; if the exchanges were moved here, correct `createdAt`.
    """
    for state in graph.states.values():
        yield from _before_the_topic(state)
        yield from _last_active(graph, state)
    for topic in dict.fromkeys([*graph.states, *graph.exchanges.topics]):
        yield from _in_the_future(graph, topic)


def _before_the_topic(state: TopicState) -> Iterator[Hit]:
    created = state.created_at.instant if state.created_at else None
    for decision in state.decisions:
        taken = decision.timestamp.instant if decision.timestamp else None
        if created and taken and taken < created:
            said = f"the decision {decision.id} was taken at {taken}, before its topic was created at {created}"
            yield _hit(decision.id, decision.location, said)
            return


def _last_active(graph: TopicsGraph, state: TopicState) -> Iterator[Hit]:
    last = state.last_active.instant if state.last_active else None
    places = (place for place in graph.exchanges.places(state.topic) if place.exchange.type in _WRITTEN_AT_ONCE)
    timed = ((place.exchange.instant, place.location) for place in places if place.exchange.instant)
    newest = max(timed, key=lambda pair: pair[0], default=None)
    if last and newest and last < newest[0]:
        said = f"lastActive of {state.topic} is {last}, but its newest message is of {newest[0]}"
        yield _hit(state.topic, Location(state.path), said, (Related(newest[1], "the newest message"),))


def _in_the_future(graph: TopicsGraph, topic: str) -> Iterator[Hit]:
    if graph.clock is None:
        return
    limit = Instant(graph.clock.seconds + DAY, graph.clock.fraction)
    for instant, subject, what, location in _times(graph, topic):
        if instant > limit:
            said = f"{what} {instant} lies more than a day after {graph.clock}, the time of what is checked"
            yield _hit(subject, location, said)
            return


def _times(graph: TopicsGraph, topic: str) -> Iterator[_Time]:
    state = graph.states.get(topic)
    for name in ("created_at", "last_active") if state else ():
        time = getattr(state, name)
        if state and time and time.instant:
            yield time.instant, topic, _NAMES[name], Location(state.path)
    for decision in state.decisions if state else ():
        if decision.timestamp and decision.timestamp.instant:
            yield decision.timestamp.instant, decision.id, f"the time of {decision.id},", decision.location
    for place in graph.exchanges.places(topic):
        if place.exchange.instant:
            yield place.exchange.instant, topic, "the time of an exchange,", place.location


_NAMES = {"created_at": "createdAt", "last_active": "lastActive"}


def _hit(subject: str, location: Location, message: str, related: tuple[Related, ...] = ()) -> Hit:
    return Hit(subject, location, message, "Correct the time where the true one is known.", related)
