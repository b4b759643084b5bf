"""An entry that tells nothing."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph, is_vague
from verify.model.index import Link
from verify.model.report import Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def vague_index_entry(graph: IndexGraph) -> Iterator[Hit]:
    """The text of an entry says no more than its title.

    ## What it finds
    An entry of an index behind whose link nothing stands, or nothing but stop words, words of the title,
    and words such as notes, misc, info, details. Wrong where the title alone tells enough, and in other
    languages than English.

    ## Why it matters
    The agent chooses by this line. If it says nothing, the file is read always or never.

    ## How to fix
    Say in a few words what stands there and when it is wanted.
    """
    for page in graph.indexes:
        for entry in page.entries:
            if entry.target and is_vague(entry.hook, entry.title):
                target = entry.target.written if isinstance(entry.target, Link) else entry.target.name
                yield Hit(
                    subject=target,
                    location=entry.location,
                    message=f"the entry '{entry.title}' does not tell when to read {target}",
                    fix="Say in a few words what stands there and when it is wanted.",
                )
