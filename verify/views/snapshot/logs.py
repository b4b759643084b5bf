"""What the logs since a commit tell, part by part, the newest log first."""

import re
from collections.abc import Iterator
from itertools import pairwise

from verify.graph import MemoryGraph
from verify.model.session import Session
from verify.model.snapshot import Aim, Cited, Section, Source, Statement, Topic
from verify.views.snapshot.quoting import plain, quoting

_MOST = 12
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_HEADING = re.compile(r" {0,3}#{1,6}\s")
_LISTS = re.compile(r" {0,3}#{1,6}\s+memory references", re.IGNORECASE)


def logs(graph: MemoryGraph, aim: Aim, share: int) -> Section:
    """Tell the logs that came since; the newest one in any case."""
    sessions = recent_logs(graph, aim)
    told = [part for session in sessions[:_MOST] for part in _parts(graph, session)]
    passed = (f"{len(sessions) - _MOST} older logs since then",) if len(sessions) > _MOST else ()
    return Section(Topic.LOGS, tuple(told), "There is no log, or none that says anything.", (), passed, share)


def recent_logs(graph: MemoryGraph, aim: Aim) -> list[Session]:
    """Return the logs that came since, the newest first; else the newest one."""
    recent = frozenset(aim.recent)
    new = {one.stem for one in graph.past.arrivals if one.at in recent} if graph.past and aim.since else set()
    found = [session for session in reversed(graph.sessions) if session.stem in new]
    return found or list(graph.sessions[-1:])


def _parts(graph: MemoryGraph, session: Session) -> Iterator[Statement]:
    """Yield the parts of a log from heading to heading, without those that only have ids or a title."""
    lines = graph.text_of(session).replace("\r\n", "\n").split("\n")
    for first, last in pairwise([*_starts(lines), len(lines)]):
        text = plain(lines[first:last])
        says = any(line.strip() and not _HEADING.match(line) for line in text.split("\n"))
        if says and not _LISTS.match(lines[first]):
            yield quoting(("the log ", Cited(session.stem)), [Source(session.path, first + 1)], text)


def _starts(lines: list[str]) -> Iterator[int]:
    """Yield where a part begins: at the first line, and at each heading outside code."""
    inside = False
    for number, line in enumerate(lines):
        inside ^= _FENCE.match(line) is not None
        if number == 0 or (not inside and _HEADING.match(line)):
            yield number
