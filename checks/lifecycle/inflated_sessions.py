"""Sessions that count several times what happened once."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby

from verify.check import Tier, check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Hit, Related, Severity
from verify.model.session import Session

_SPAN = timedelta(hours=2)
_RUN = 3


@check(Severity.WARNING, tier=Tier.ADVISORY)
def inflated_sessions(graph: MemoryGraph) -> Iterator[Hit]:
    """Several logs in a row, close in time, reference exactly the same ids.

    ## What it finds
    Three or more sessions in a row, within two hours of one another, whose sets of referenced ids are
    equal and not empty. It is wrong where somebody really came back to the same facts several times in
    one sitting and wrote a log each time.

    ## Why it matters
    Decay counts files. One sitting written down three times ages every other fact by three.

    ## How to fix
    Write one log a sitting; mention further commits in it.
    """
    for ids, run in groupby(graph.sessions, key=lambda session: graph.referenced(session) if session.timed else None):
        if ids:
            yield from _windows(list(run))


def _windows(run: list[Session]) -> Iterator[Hit]:
    start = 0
    for end, session in enumerate(run):
        while _time(session) - _time(run[start]) > _SPAN:
            start += 1
        goes_on = end + 1 < len(run) and _time(run[end + 1]) - _time(run[start]) <= _SPAN
        if end - start + 1 >= _RUN and not goes_on:
            yield _hit(run[start : end + 1])


def _time(session: Session) -> datetime:
    return datetime.fromisoformat(f"{session.day}T{session.stem[11:17]}")


def _hit(run: list[Session]) -> Hit:
    last = run[-1]
    return Hit(
        subject=last.stem,
        location=Location(last.path),
        message=f"{len(run)} sessions within two hours reference the same ids",
        fix="Write one log a sitting.",
        related=tuple(Related(Location(session.path), session.stem) for session in run[:-1]),
    )
