"""A fact that was archived although a session of the window used it."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, needs=Evidence.POLICY)
def over_archived(graph: MemoryGraph) -> Iterator[Hit]:
    """An archived fact was used too recently to have faded.

    ## What it finds
    An archived fact, not superseded, that a session referenced within the last `archive_window`
    sessions (`memory/decay-policy.md`, default 20). A reference is the id as a whole token in a
    *Memory References* section; prose and fenced code are none.

    ## Why it matters
    An agent reads the live store only. A fact that is still in use and archived all the same is
    forgotten in the middle of the work.

    ## How to fix
    Move the fact back to the live store, or, if it is no longer true, mark it as superseded.
    """
    window = graph.windows.archive_window
    for fact in graph.archived:
        since = graph.usage.sessions_since(fact.id)
        stem = graph.usage.last_session(fact.id)
        session = graph.session(stem) if stem else None
        if fact.superseded or since is None or session is None or since > window:
            continue
        line = next(m.line for m in session.mentions if m.token == fact.id and not m.replaced)
        yield Hit(
            subject=fact.id,
            location=fact.location,
            message=f"{fact.id} is archived as faded, but was used {since} sessions back (archive_window {window})",
            fix="Move it back to the live store, or mark it as superseded if it is no longer true.",
            related=(Related(Location(session.path, line, 1, line), "referenced here"),),
        )
