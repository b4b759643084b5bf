"""A session whose name does not say when it was."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity

_FIX = "Name it YYYY-MM-DD-HHMMSS.md, by the time in UTC at which it was written."


@check(Severity.WARNING)
def session_name(graph: MemoryGraph) -> Iterator[Hit]:
    """The name of a session log lacks the time, or is no time at all.

    ## What it finds
    A file of `memory/sessions` whose name is no `YYYY-MM-DD-HHMMSS.md`, with or without a slug behind
    the time. One with a day but no time still takes part in the order of sessions; any other does not.
    `INDEX.md`, `README.md` and hidden files are no sessions.

    ## Why it matters
    All arithmetic of decay rests on the order of the sessions, and the order rests on the names.

    ## How to fix
    Rename the file after the time in UTC at which it was written.
    """
    for session in graph.sessions:
        if not session.timed:
            yield Hit(session.stem, Location(session.path), f"{session.stem} names a day but no time", _FIX)
    for path in graph.memory.misnamed:
        stem = path.rpartition("/")[2].removesuffix(".md")
        yield Hit(
            stem, Location(path), f"{stem} is no name of a session, so it takes no part in the order of sessions", _FIX
        )
