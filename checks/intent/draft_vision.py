"""A memory without a confirmed vision."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import NodeKind
from verify.model.memory import Role
from verify.model.report import Evidence, Hit, Severity


@check(Severity.NOTE)
def draft_vision(graph: MemoryGraph) -> Iterator[Hit]:
    """There are facts, but no vision that somebody confirmed.

    ## What it finds
    Live facts without a vision; a vision file marked DRAFT in a heading or at the start of a line; an
    open thread `(vision-bootstrap)`.

    ## Why it matters
    Decisions can only be traced to where the work is going once that is written down. Until then checks
    of intent are milder or silent.

    ## How to fix
    Write the vision with the person whose it is, remove the mark, and close the thread.
    """
    draft = graph.draft_place
    vision = graph.visions[0] if graph.visions else None
    has_facts = any(fact.kind is not NodeKind.VISION for fact in graph.live)
    if draft is None and (vision or not has_facts):
        return
    first = next((document.path for document in graph.documents(Role.CONTINUITY)), graph.memory.path)
    yield Hit(
        subject=vision.id if vision else draft.path if draft else first,
        location=draft or graph.state_place("vision"),
        message="the vision is a draft" if draft else "there are facts, but no vision",
        fix="Write the vision with the person whose it is, and remove the mark of a draft.",
        rests_on=(Evidence.FACTS,),
    )
