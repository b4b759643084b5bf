"""A name that nothing goes by."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def dangling_wikilink(graph: IndexGraph) -> Iterator[Hit]:
    """A name in double brackets leads to no memory.

    ## What it finds
    `[[x]]`, `[[x|text]]` or `[[x#part]]` outside code, where x is neither a stem nor a `name` in front
    matter of the store, also after case and separators are folded, nor a path. Wrong where the name is a
    promise: such links may dangle by design.

    ## Why it matters
    A name that was misspelled, or whose memory was renamed, is followed into nothing.

    ## How to fix
    Correct the name, write the memory, or leave it as a promise.
    """
    for link in graph.dangling_names:
        yield Hit(
            subject=link.name,
            location=link.location,
            message=f"nothing goes by the name [[{link.name}]]",
            fix="Correct the name, write the memory, or leave it as a promise.",
            rests_on=(Evidence.FILES,),
        )
