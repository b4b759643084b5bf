"""Sessions that count several times what happened once."""

from collections.abc import Iterator
from datetime import datetime, timedelta

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
    run: list[Session] = []
    for session in graph.sessions:
        if run and not _belongs(graph, run, session):
            yield from _report(run)
            run = []
        run.append(session)
    yield from _report(run)


def _belongs(graph: MemoryGraph, run: list[Session], session: Session) -> bool:
    ids = graph.referenced(session)
    if not ids or ids != graph.referenced(run[0]) or not (session.timed and run[0].timed):
        return False
    return _time(session) - _time(run[0]) <= _SPAN


def _time(session: Session) -> datetime:
    return datetime.strptime(session.stem[:17], "%Y-%m-%d-%H%M%S")


def _report(run: list[Session]) -> Iterator[Hit]:
    if len(run) >= _RUN:
        last = run[-1]
        yield Hit(
            subject=last.stem,
            location=Location(last.path),
            message=f"{len(run)} sessions within two hours reference the same ids",
            fix="Write one log a sitting.",
            related=tuple(Related(Location(session.path), session.stem) for session in run[:-1]),
        )
