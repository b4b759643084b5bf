"""A log that came later than it says."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph, named_time
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity

_LATE = 2 * 24 * 60 * 60


@check(Severity.WARNING, needs=Evidence.HISTORY)
def backdated_session(graph: MemoryGraph) -> Iterator[Hit]:
    """A log was first committed days after the time in its name.

    ## What it finds
    A log whose first commit was made (author time) more than two days after the time in its name, or
    whose name is more than two days older than the newest log that stood there. What came with the first
    commit of the memory is exempt. A name without a time means the end of its day.

    ## Why it matters
    Decay counts sessions in the order of their names. A log put in between changes what has faded, and
    may tell of something that was decided only afterwards.

    ## How to fix
    Name the log by the time at which it is written, and say in it which time it tells of.
    """
    for arrival in graph.history.arrivals:
        time = named_time(arrival.stem)
        newest = named_time(arrival.newest) if arrival.newest else None
        authored = graph.history.authored(arrival.at)
        if time is None or arrival.at == graph.history.first_commit:
            continue
        late = authored is not None and authored > time + _LATE
        if late or (newest is not None and newest > time + _LATE):
            yield Hit(
                subject=arrival.stem,
                location=Location(arrival.path),
                message=f"the log {arrival.stem} came more than two days after the time in its name",
                fix="Name it by the time at which it is written.",
                commit=graph.history.commit_of(arrival.at),
            )
