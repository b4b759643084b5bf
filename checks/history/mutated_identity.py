"""A fact whose birth was rewritten."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import FactChange, MemoryGraph
from verify.model.fields import day
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.HISTORY)
def mutated_identity(graph: MemoryGraph) -> Iterator[Hit]:
    """The `created` or `origin` of a fact changed or vanished.

    ## What it finds
    A commit after which the footer of an id tells another day of creation or another origin than
    before, or none. Another spelling of the same session, and an origin that is added later, are no
    change.

    ## Why it matters
    When a fact was born and where it came from never change. If they do, the id stands for something
    else now, or the record was touched up.

    ## How to fix
    Put the old value back; a new fact gets a new id.
    """
    told: set[tuple[str, ...]] = set()
    for change in graph.history.changes:
        wrong = tuple(_mutations(change))
        if change.after and wrong and (change.after.id, *wrong) not in told:
            told.add((change.after.id, *wrong))
            yield Hit(
                subject=change.after.id,
                location=graph.place_of(change),
                message=f"{change.after.id}: {'; '.join(wrong)}",
                fix="Put the old value back; a new fact gets a new id.",
                commit=graph.history.commit_of(change.at),
            )


def _mutations(change: FactChange) -> Iterator[str]:
    """Yield what no parent told so; a malformed day is compared with nothing."""
    if change.after is None or not change.befores:
        return
    created, origin = change.after.created, change.after.origin
    if all(day(b.created) and (created is None or day(created)) and b.created != created for b in change.befores):
        yield f"created was {change.befores[0].created}, now it is {created or 'missing'}"
    if all(b.origin and _session(b.origin) != _session(origin or "") for b in change.befores):
        yield f"origin was {change.befores[0].origin}, now it is {origin or 'missing'}"


def _session(value: str) -> str:
    return value.strip("` ").rpartition("/")[2].removesuffix(".md")
