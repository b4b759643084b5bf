"""A fact whose birth was rewritten."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import FactChange, MemoryGraph
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
    for change in graph.history.changes:
        wrong = list(_mutations(change))
        if wrong and change.after:
            yield Hit(
                subject=change.after.id,
                location=graph.place_of(change),
                message=f"{change.after.id}: {'; '.join(wrong)}",
                fix="Put the old value back; a new fact gets a new id.",
                commit=graph.history.commit_of(change.at),
            )


def _mutations(change: FactChange) -> Iterator[str]:
    before, after = change.before, change.after
    if not before or not after:
        return
    for name, old, new in (("created", before.created, after.created), ("origin", before.origin, after.origin)):
        if old and _session(old) != _session(new or ""):
            yield f"{name} was {old}, now it is {new or 'missing'}"


def _session(value: str) -> str:
    return value.strip("` ").rpartition("/")[2].removesuffix(".md")
