"""Footer fields that do not follow from the sessions."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph, allows_last_used, allows_uses, is_new
from verify.model.facts import Fact
from verify.model.location import Day
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.POLICY)
def stale_metadata(graph: MemoryGraph) -> Iterator[Hit]:
    """The tier, uses or last_used of a live fact does not follow from the sessions.

    ## What it finds
    A stored value that differs from the replay of the session logs. The tier is the first that fits:
    superseded; core; pinned by an open box (left alone); never referenced (left alone); *working* if
    created at most `working_window` sessions ago and used at most once; *active* if used within
    `active_window` sessions; else *archive-candidate*. `uses` and `last_used` may lie anywhere between
    the replay of the sessions before the one of `last_review`, whose own log is written behind its
    counts, and the replay of all sessions; a fact created on or after the day of that review may still
    say 1. Core and superseded facts are exempt, missing counts are not compared,
    a malformed value is compared with nothing.

    ## Why it matters
    Reviews archive by these fields. A wrong one makes a used fact fade, or keeps a dead one.

    ## How to fix
    Set the fields to the values named, or run the metadata pass of the review.
    """
    for fact in graph.fading:
        wrong = [*_tier(graph, fact), *_counts(graph, fact)]
        if wrong:
            yield Hit(
                subject=fact.id,
                location=fact.location,
                message=f"{fact.id}: {'; '.join(wrong)}",
                fix="Set the fields to what the sessions say.",
                rests_on=(Evidence.SESSIONS,),
            )


def _tier(graph: MemoryGraph, fact: Fact) -> Iterator[str]:
    right = graph.replayed_tier(fact)
    if right and fact.tier is not right:
        yield f"tier is {fact.footer.get('tier') or 'missing'}, the sessions say {right.value}"


def _counts(graph: MemoryGraph, fact: Fact) -> Iterator[str]:
    reviewed, now = graph.use(fact, graph.reviewed), graph.use(fact)
    review = graph.pointer("last_review")
    new = is_new(fact, review.day if review else None)
    if not allows_uses(fact, reviewed, now, new=new):
        yield f"uses is {fact.uses}, the sessions say {_range(reviewed.uses, now.uses)}"
    if not allows_last_used(fact, reviewed, now, new=new):
        yield f"last_used is {fact.last_used}, the sessions say {_range(reviewed.last_used, now.last_used)}"


def _range(low: int | Day | None, high: int | Day | None) -> str:
    return f"{high}" if low in {None, high} else f"{low} to {high}"
