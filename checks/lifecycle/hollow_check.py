"""An invariant check that left something out."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Fact
from verify.model.report import Evidence, Hit, Related, Severity
from verify.model.session import Session


@check(Severity.WARNING)
def hollow_check(graph: MemoryGraph) -> Iterator[Hit]:
    """The session of the last invariant check does not name all that it claims to have checked.

    ## What it finds
    The session that `last_invariant_check` names does not hold, anywhere and as a whole token, the id of
    an invariant or vision that existed then: by its `created`, on the same day by its `origin`; without
    them it is not counted. Silent if that session does not exist; state-pointer says so.

    ## Why it matters
    The stamp resets the clock of stale-invariant for all of them, looked at or not.

    ## How to fix
    Check what was left out, and name each one in the log of that check.
    """
    pointer = graph.pointer("last_invariant_check")
    session = graph.session(pointer.stem) if pointer and pointer.stem else None
    if pointer is None or session is None:
        return
    there = [fact for fact in (*graph.invariants, *graph.visions) if _existed(fact, session)]
    left_out = [fact for fact in there if not graph.names(session, fact.id)]
    if left_out:
        yield Hit(
            subject="last_invariant_check",
            location=pointer.location,
            message=f"the session {session.stem} does not name {', '.join(fact.id for fact in left_out)}",
            fix="Check what was left out, and name each one in the log of that check.",
            related=tuple(Related(fact.location, fact.id) for fact in left_out),
            rests_on=(Evidence.SESSIONS,),
        )


def _existed(fact: Fact, session: Session) -> bool:
    """Tell by the day, on the day itself by the session of its origin."""
    if fact.superseded or fact.created is None or fact.created > session.day:
        return False
    return fact.created < session.day or (fact.origin is not None and fact.origin < session.stem)
