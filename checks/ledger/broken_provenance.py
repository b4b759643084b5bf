"""An origin that does not bear the fact out."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Fact
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, Severity.WARNING)
def broken_provenance(graph: MemoryGraph) -> Iterator[Hit]:
    """The origin of a fact names no session, or one that does not know the fact.

    ## What it finds
    A footer whose `origin` (folder and `.md` ignored) names no session: an error. One that names a
    session in whose log the id stands nowhere: a warning, unless the commit that brought the footer
    also added or edited that session. `origin: human ...` and `origin: external ...` stand for sources
    outside the logs.

    ## Why it matters
    The origin is where the reason of a fact is written down. Without it a decision cannot be checked,
    only believed.

    ## How to fix
    Correct the stem; if the log is lost, remove the origin rather than leave a false one.
    """
    for fact in graph.facts:
        stem = fact.origin
        if not stem or fact.from_outside:
            continue
        session = graph.session(stem)
        if session is None:
            yield _hit(fact, f"{fact.id} comes from {stem}, and there is no such session", (Evidence.SESSIONS,))
        elif not graph.is_borne_out(fact) and not _came_with(graph, fact, stem):
            message = f"{fact.id} comes from {stem}, whose log does not name it"
            related = (Related(Location(session.path), "the session it names"),)
            rests_on = (Evidence.SESSIONS, Evidence.HISTORY)
            yield _hit(fact, message, rests_on, related=related, grade=1)


def _hit(
    fact: Fact,
    message: str,
    rests_on: tuple[Evidence, ...],
    *,
    related: tuple[Related, ...] = (),
    grade: int = 0,
) -> Hit:
    fix = "Correct the stem; if the log is lost, remove the origin."
    return Hit(fact.id, fact.location, message, fix, related, grade, rests_on)


def _came_with(graph: MemoryGraph, fact: Fact, stem: str) -> bool:
    session = graph.session(stem)
    return graph.past is not None and session is not None and graph.past.came_with(fact.id, session.stem)
