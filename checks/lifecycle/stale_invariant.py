"""Invariants that nobody looked at for too long."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.WARNING, needs=Evidence.POLICY)
def stale_invariant(graph: MemoryGraph, *, every: int | None = None) -> Iterator[Hit]:
    """The invariants and the vision were not confirmed by a person for too long.

    ## What it finds
    At least `verify_invariants_every` sessions (`memory/decay-policy.md`, default 40; the option `every`
    of the configuration wins) newer than `last_invariant_check`, or than the beginning without one, while
    the memory has invariants or a confirmed vision.

    ## Why it matters
    What never fades is never looked at again unless somebody asks, and everything else is judged by it.

    ## How to fix
    Go through the invariants and the vision with a person, and set `last_invariant_check`.
    """
    limit = graph.windows.verify_invariants_every if every is None else every
    count = graph.sessions_beyond("last_invariant_check")
    concerned = (*graph.invariants, *graph.confirmed_visions)
    if concerned and count >= limit:
        yield Hit(
            subject="last_invariant_check",
            location=graph.state_place("last_invariant_check"),
            message=f"{count} sessions since the last invariant check (verify_invariants_every {limit})",
            fix="Confirm them with a person and set last_invariant_check.",
            rests_on=(Evidence.FACTS,),
            related=tuple(Related(fact.location, fact.id) for fact in concerned),
        )
