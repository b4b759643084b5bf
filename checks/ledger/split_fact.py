"""A fact that is live and archived at once."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Store
from verify.model.report import Hit, Related, Severity


@check(Severity.ERROR)
def split_fact(graph: MemoryGraph) -> Iterator[Hit]:
    """An id has a footer in the live store and in the archive.

    ## What it finds
    An id whose footer stands in a live file and in an archive file at the same time. Naming the id in
    prose, in a link or in the archive index is no footer.

    ## Why it matters
    A fact lives in one place. With two copies nobody can tell which one counts, and every later edit
    reaches only one of them.

    ## How to fix
    Remove the copy that is out of date: the live one if the fact has faded, else the archived one.
    """
    for fact_id, facts in graph.by_id.items():
        live = [fact for fact in facts if fact.store is Store.LIVE]
        archived = [fact for fact in facts if fact.store is Store.ARCHIVE]
        if live and archived:
            yield Hit(
                subject=fact_id,
                location=archived[0].location,
                message=f"{fact_id} is archived here and still live in {live[0].location.path}",
                fix="Keep one of the two: remove the live one if it has faded, else the archived one.",
                related=(Related(live[0].location, "live here"),),
            )
