"""A day that is not that of the time."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES,))
def decision_date_mismatch(graph: TopicsGraph) -> Iterator[Hit]:
    """The date of a decision is not the day of its timestamp.

    ## What it finds
    A `date` that is neither the day of `timestamp` in UTC nor, where that has an offset, its local day.
    `valid_from` is free: a decision may hold from another day on.

    ## Why it matters
    The tools take both from one reading of the clock, and contexts show the date. A date that differs was
    written by hand.

    ## How to fix
    Write the day of the timestamp.
    """
    for decision in graph.decisions.all:
        days = decision.timestamp.days if decision.timestamp else ()
        if decision.date and days and decision.date[:10] not in days:
            yield Hit(
                subject=decision.id,
                location=decision.location,
                message=f"{decision.id} is dated {decision.date[:40]}, but its timestamp is of {' or '.join(days)}",
                fix="Write the day of the timestamp.",
            )
