"""A fact that left without a word."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import Loss, MemoryGraph
from verify.model.location import FactId, Location
from verify.model.report import Evidence, Hit, Related, Severity

_TOGETHER = 5
_WORDS = {"deleted", "removed"}


@check(Severity.ERROR, needs=Evidence.HISTORY)
def lost_fact(graph: MemoryGraph) -> Iterator[Hit]:
    """A fact had a footer at some commit, has none now, and nobody said why.

    ## What it finds
    An id that stood in the live store or the archive at some commit and stands in neither now, while no
    session records `Deleted:`, `Removed:` or `Superseded:` for it. It is reported with the
    commit that lost it. A merge loses what every one of its parents that ever had it still holds. A
    commit that loses more than five names them together.

    ## Why it matters
    An agent cannot miss what it never read. A fact that fell out by accident is gone for every later
    session.

    ## How to fix
    Bring the fact back from the commit before, or record `Removed: ID` with the reason in a session.
    """
    if graph.past is None:
        return
    excused = _excused(graph)
    by_commit: dict[str, list[Loss[FactId]]] = {}
    for loss in graph.past.losses(frozenset(FactId(name) for name in graph.by_id)):
        if loss.id not in excused:
            by_commit.setdefault(loss.commit or "", []).append(loss)
    for losses in by_commit.values():
        groups = [losses] if len(losses) > _TOGETHER else [[loss] for loss in losses]
        yield from (_hit(group) for group in groups)


def _excused(graph: MemoryGraph) -> set[str]:
    told = {pair.old for session in graph.sessions for pair in session.supersessions}
    said = {m.token for s in graph.sessions for m in s.mentions if _says(m.verb)}
    return told | said | graph.records.ids


def _says(verb: str) -> bool:
    words = verb.replace("/", " ").split()
    return not _WORDS.isdisjoint(words) and "not" not in words


def _hit(losses: list[Loss[FactId]]) -> Hit:
    first, others = losses[0], losses[1:]
    more = f" and {len(others)} more facts" if others else ""
    return Hit(
        subject=first.id,
        location=Location(first.path) if first.commit is None else None,
        message=f"{first.id}{more} left {first.path} and no session says why",
        fix="Bring it back from the commit before, or record `Removed: ID` with the reason.",
        related=tuple(Related(Location(loss.path), loss.id) for loss in others),
        commit=first.commit,
        rests_on=(Evidence.FACTS, Evidence.SESSIONS),
    )
