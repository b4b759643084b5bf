"""A log from the future."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, needs=Evidence.HISTORY)
def postdated_session(graph: MemoryGraph) -> Iterator[Hit]:
    """The time in the name of a log lies behind the commit that brought it.

    ## What it finds
    A log whose name tells a time more than a day after the author time of the commit that first had it.
    Such a log takes no part in clock and order.

    ## Why it matters
    It stays the newest log until its time has come, so that every pointer and every count is wrong.

    ## How to fix
    Rename the log after the time at which it was written.
    """
    for arrival in graph.history.arrivals:
        if graph.history.is_postdated(arrival.stem):
            yield Hit(
                subject=arrival.stem,
                location=Location(arrival.path),
                message=f"the log {arrival.stem} is named after a time more than a day behind its commit",
                fix="Rename it after the time at which it was written.",
                commit=graph.history.commit_of(arrival.at),
            )
