"""Footer fields that do not follow from the sessions."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Fact, Tier
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
        wrong = [*_tier(graph, fact), *_uses(graph, fact), *_last_used(graph, fact)]
        if wrong:
            yield Hit(
                subject=fact.id,
                location=fact.location,
                message=f"{fact.id}: {'; '.join(wrong)}",
                fix="Set the fields to what the sessions say.",
                rests_on=(Evidence.SESSIONS,),
            )


def _tier(graph: MemoryGraph, fact: Fact) -> Iterator[str]:
    since = graph.usage.sessions_since(fact.id)
    written = fact.footer.get("tier")
    if fact.pinned or since is None or (written is not None and fact.tier is None):
        return
    right = Tier.ACTIVE if since <= graph.windows.active_window else Tier.ARCHIVE_CANDIDATE
    if fact.created and graph.sessions_after(fact.created) <= graph.windows.working_window:
        right = Tier.WORKING if graph.usage.uses(fact.id) <= 1 else right
    if fact.tier is not right:
        yield f"tier is {written or 'missing'}, the sessions say {right.value}"


def _uses(graph: MemoryGraph, fact: Fact) -> Iterator[str]:
    low, high = graph.usage.uses(fact.id, graph.reviewed), graph.usage.uses(fact.id)
    if fact.uses is None or low <= fact.uses <= high or (fact.uses == 1 and _is_new(graph, fact)):
        return
    said = f"{low} to {high}" if low < high else f"{high}"
    yield f"uses is {fact.uses}, the sessions say {said}"


def _last_used(graph: MemoryGraph, fact: Fact) -> Iterator[str]:
    low, high = graph.usage.last_used(fact.id, graph.reviewed), graph.usage.last_used(fact.id)
    if fact.last_used is None or high is None or (fact.last_used == fact.created and _is_new(graph, fact)):
        return
    if not (low or "") <= fact.last_used <= high:
        said = f"{low} to {high}" if low and low < high else high
        yield f"last_used is {fact.last_used}, the sessions say {said}"


def _is_new(graph: MemoryGraph, fact: Fact) -> bool:
    review = graph.pointer("last_review")
    return fact.created is not None and (review is None or review.day is None or fact.created >= review.day)
