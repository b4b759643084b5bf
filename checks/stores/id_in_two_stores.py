"""One id for two things."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.stores import StoresGraph
from verify.model.report import Hit, Related, Severity


@check(Severity.WARNING, Severity.NOTE)
def id_in_two_stores(graph: StoresGraph) -> Iterator[Hit]:
    """One id is live in two memories of the repository.

    ## What it finds
    A fact, a decision or topic of a workspace, or a memory file with a name of several words, under the
    id of another such in another memory that was checked. A note where both say the same. Not found: what
    was superseded or archived; one that names the file of the other; names that tools give everywhere,
    such as `project-overview`; two layouts over one folder; an id that one of the memories has twice,
    which has its own checks.

    ## Why it matters
    An agent that looks the id up reads one of the two, and which one depends on the tool. What is changed
    in one place stays as it was in the other.

    ## How to fix
    Keep one, and let the other name its file; or give one another id.
    """
    for twin in graph.twins:
        first, second, same = twin.first, twin.second, twin.first.same(twin.second)
        says = "the same words" if same else "other words"
        yield Hit(
            subject=second.id,
            location=second.location,
            message=f"{second.id} is a {second.kind} here and, in {says}, a {first.kind} of {first.store or '.'}",
            fix="Keep one, and let the other name its file; or give one another id.",
            related=(Related(first.location, "the other"),),
            grade=1 if same else 0,
        )
