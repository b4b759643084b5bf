"""A vision that nothing serves."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING)
def unserved_vision(graph: MemoryGraph) -> Iterator[Hit]:
    """No item of the live store says that it serves the vision.

    ## What it finds
    A confirmed vision that is in force, and that no live item serves or realizes by its id, done or not.
    An item of the archive does not count, nor does a vision that is named in prose.

    ## Why it matters
    A vision that no plan serves is decoration: work goes on without it.

    ## How to fix
    Write the gaps between today and the vision as `(blueprint)` threads with `→ serves: ID`.
    """
    for vision in graph.confirmed_visions:
        if vision.id not in graph.intent.served and not graph.intent.is_replaced(vision):
            yield Hit(
                subject=vision.id,
                location=vision.location,
                message=f"no live item serves the vision {vision.id}",
                fix="Write the gaps to it as (blueprint) threads with `→ serves: ID`.",
                rests_on=(Evidence.FACTS,),
            )
