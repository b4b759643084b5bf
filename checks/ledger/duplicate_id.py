"""One id with two footers."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Hit, Related, Severity


@check(Severity.ERROR)
def duplicate_id(graph: MemoryGraph) -> Iterator[Hit]:
    """Two footers of one store carry the same id.

    ## What it finds
    An id with two footers in the live files (they are one store), or with two in the archive files. It
    is reported at the second and at each further one.

    ## Why it matters
    Readers keep one of the two without a word, so a fact disappears, and references to the id mean
    either.

    ## How to fix
    Give one of the two facts another id, or remove the copy.
    """
    for store in (graph.live, graph.archived):
        first: dict[str, int] = {}
        for position, fact in enumerate(store):
            before = first.setdefault(fact.id, position)
            if before != position:
                yield Hit(
                    subject=fact.id,
                    location=fact.location,
                    message=f"{fact.id} has a footer here and an earlier one in {store[before].location.path}",
                    fix="Give one of the two facts another id, or remove the copy.",
                    related=(Related(store[before].location, "first footer"),),
                )
