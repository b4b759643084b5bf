"""Exchanges that are not in the order of their times."""

from collections.abc import Iterator, Sequence

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.instant import Instant
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import Conversation, Layout

_WRITTEN_AT_ONCE = {"message", "tool_output"}
_Timed = Sequence[tuple[Instant, int]]


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.EXCHANGES,))
def exchanges_out_of_order(graph: TopicsGraph) -> Iterator[Hit]:
    """A message stands behind one that is younger.

    ## What it finds
    In one file a line of type `message` or `tool_output` that is older than one of these before it (where
    the index is an array, any line); or an archive whose newest such line is younger than the oldest of the
    conversation. One finding a file. Lines of the exchange logger may come late.

    ## Why it matters
    These lines are written when they are said. Where they are out of order lines were moved, merged or
    written by hand, and the last ones that a context shows are not the last that were said.

    ## How to fix
    Sort the lines by time, or move them to where they belong.
    """
    every = graph.index.layout is Layout.PROTOCOL
    for topic in graph.exchanges.topics:
        conversation = graph.exchanges.conversation(topic)
        oldest = min((time for time, _ in _timed(conversation, every)), default=None) if conversation else None
        for file in graph.exchanges.files(topic):
            found = _first(_timed(file, every), oldest if file.archive else None)
            if found:
                line, said = found
                yield Hit(
                    subject=topic,
                    location=Location(file.path, line),
                    message=said,
                    fix="Sort the lines by time, or move them to where they belong.",
                )


def _timed(file: Conversation, every: bool) -> _Timed:
    lines = (line for line in file.lines if every or line.type in _WRITTEN_AT_ONCE)
    return [(line.instant, line.line) for line in lines if line.instant]


def _first(timed: _Timed, oldest: Instant | None) -> tuple[int, str] | None:
    """Return the first line that is out of order, and why."""
    newest, newest_line = timed[0] if timed else (None, 0)
    for instant, line in timed:
        if newest and instant < newest:
            return line, f"this exchange of {instant} stands behind one of {newest}"
        newest, newest_line = instant, line
    if newest and oldest and newest > oldest:
        return newest_line, f"this archive ends at {newest}, but the conversation begins at {oldest}"
    return None
