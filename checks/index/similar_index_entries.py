"""Two entries that say the same."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph, alike
from verify.model.index import Link
from verify.model.report import Hit, Related, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def similar_index_entries(graph: IndexGraph) -> Iterator[Hit]:
    """The descriptions of two entries have nearly the same words.

    ## What it finds
    Two entries of an index whose texts (or, without one, the `description` of their files) share at least
    four fifths of their words, of which there are four or more. Wrong where one word makes the difference.

    ## Why it matters
    The agent cannot tell which of them to open, and a new fact goes to either.

    ## How to fix
    Merge the two memories, or tell what sets them apart.
    """
    for page in graph.indexes:
        described = [(entry, graph.description(entry)) for entry in page.entries if entry.target]
        for first, second in alike(described):
            target = second.target
            yield Hit(
                subject=target.written if isinstance(target, Link) else target.name if target else second.title,
                location=second.location,
                message=f"the entries '{first.title}' and '{second.title}' say nearly the same",
                fix="Merge the two memories, or tell what sets them apart.",
                related=(Related(first.location, "the other one"),),
            )
