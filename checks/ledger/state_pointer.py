"""A pointer of Project State that points wrong."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph, Pointer
from verify.model.report import Evidence, Hit, Severity
from verify.model.session import Session

_KEYS = ("last_session", "last_review", "last_invariant_check")


@check(Severity.WARNING)
def state_pointer(graph: MemoryGraph) -> Iterator[Hit]:
    """Project State points to a session that does not exist, or not to the last one.

    ## What it finds
    A `last_session`, `last_review` or `last_invariant_check` that names a session without a log; a
    `last_session` older than the newest session. `(none yet)` means never.

    ## Why it matters
    The pointers say where to go on and what is due. A wrong one makes an agent skip a session or a
    review.

    ## How to fix
    Correct the stem, or bring the log back.
    """
    newest = graph.sessions[-1] if graph.sessions else None
    for key in _KEYS:
        pointer = graph.pointer(key)
        if pointer is None:
            continue
        if pointer.stem and not graph.session(pointer.stem):
            message = f"{key} names the session {pointer.stem}, and there is no such log"
            fix = "Correct the stem, or bring the log back."
            yield Hit(key, pointer.location, message, fix, rests_on=(Evidence.SESSIONS,))
        elif key == "last_session" and newest and _is_older(pointer, newest):
            message = f"{key} says {pointer.stem or pointer.day}, but the newest session is {newest.stem}"
            yield Hit(key, pointer.location, message, f"Point it to {newest.stem}.")


def _is_older(pointer: Pointer, newest: Session) -> bool:
    known = pointer.stem or pointer.day
    return known is not None and not pointer.covers(newest.day, newest.stem)
