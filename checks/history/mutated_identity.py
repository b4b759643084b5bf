"""A fact whose birth was rewritten."""

from collections.abc import Iterator
from itertools import groupby

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.HISTORY)
def mutated_identity(graph: MemoryGraph) -> Iterator[Hit]:
    """The `created` or `origin` of a fact changed or vanished.

    ## What it finds
    A commit after which the footer of an id tells another day of creation or another origin than
    before, or none. Another spelling of the same session, and an origin that is added later, are no
    change; nor is a value that was put back, or an origin that never named a session and is corrected.

    ## Why it matters
    When a fact was born and where it came from never change. If they do, the id stands for something
    else now, or the record was touched up.

    ## How to fix
    Put the old value back; a new fact gets a new id.
    """
    told: set[tuple[str, str]] = set()
    for change, group in groupby(graph.history.mutations, key=lambda one: one.change):
        name = change.after.id if change.after else ""
        wrong = "; ".join(f"{one.field} was {one.old}, now it is {one.new or 'missing'}" for one in group)
        if (name, wrong) not in told:
            told.add((name, wrong))
            yield Hit(
                subject=name,
                location=graph.place_of(change),
                message=f"{name}: {wrong}",
                fix="Put the old value back; a new fact gets a new id.",
                commit=graph.history.commit_of(change.at),
            )
