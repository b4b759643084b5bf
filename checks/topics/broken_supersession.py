"""A decision that was replaced by nothing, by itself, or by an older one."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Related, Severity
from verify.model.topics import Decision, Timestamp


@check(Severity.ERROR, Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def broken_supersession(graph: TopicsGraph) -> Iterator[Hit]:
    """What a decision says of its successor does not hold.

    ## What it finds
    A `superseded_by` that is no decision of the topic, or the decision itself; one of `superseded_by` and
    `superseded_at` without the other; a successor that is older than what it replaces. A warning where
    `superseded_at` is not the time of the successor. One finding a decision, the gravest. A missing key is
    null.

    ## Why it matters
    A superseded decision leaves the context. If its successor does not exist nothing is in force in its
    place, and the agent decides anew.

    ## How to fix
    Name the decision that took its place and when, or clear both fields.
    """
    for topic in graph.states:
        ringed = {name for ring in graph.decisions.supersession_rings(topic) for name in ring}
        for decision in graph.states[topic].decisions:
            successor = graph.decisions.of(topic).get(decision.superseded_by or "")
            wrong = _wrong(decision, successor, in_a_ring=decision.id in ringed)
            if wrong:
                grade, said = wrong
                yield Hit(
                    subject=decision.id,
                    location=decision.location,
                    message=f"{decision.id} {said}",
                    fix="Name the decision that took its place and when, or clear both fields.",
                    related=(Related(successor.location, "the successor"),) if successor else (),
                    grade=grade,
                )


def _wrong(old: Decision, new: Decision | None, *, in_a_ring: bool) -> tuple[int, str] | None:
    if old.superseded_by is None:
        return (0, "was superseded at a time, by nothing") if old.superseded_at else None
    if new is None:
        return 0, f"is superseded by {old.superseded_by}, which is no decision of its topic"
    if new.id == old.id:
        return 0, "is superseded by itself"
    if old.superseded_at is None:
        return 0, f"is superseded by {new.id}, and says not when"
    return _wrong_time(old, new, old.superseded_at, in_a_ring=in_a_ring)


def _wrong_time(old: Decision, new: Decision, at: Timestamp, *, in_a_ring: bool) -> tuple[int, str] | None:
    if not in_a_ring and _before(new.timestamp, old.timestamp):
        return 0, f"is superseded by {new.id}, which is older"
    if _differ(at, new.timestamp):
        return 1, f"was superseded at {at.text}, but {new.id} is of {_text(new.timestamp)}"
    return None


def _before(one: Timestamp | None, other: Timestamp | None) -> bool:
    return bool(one and other and one.instant and other.instant and one.instant < other.instant)


def _differ(one: Timestamp | None, other: Timestamp | None) -> bool:
    return bool(one and other and one.instant and other.instant and one.instant != other.instant)


def _text(time: Timestamp | None) -> str:
    return time.text if time else ""
