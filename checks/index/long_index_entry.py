"""An entry that is a text."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph, sentences
from verify.model.report import Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def long_index_entry(graph: IndexGraph, *, max_signs: int = 150) -> Iterator[Hit]:
    """An entry of an index is long, or more than one sentence.

    ## What it finds
    An entry of more than 150 signs (option `max-signs`), or with more than one end of a sentence. Wrong
    where a long line is what makes the agent open the right file.

    ## Why it matters
    Each sign of the index is read in every session, and brings the cut nearer.

    ## How to fix
    Keep one line that tells when to read the file, and move the rest into it.
    """
    for page in graph.indexes:
        for entry in page.entries:
            length, ends = len(entry.text), sentences(entry.hook)
            if length > max_signs or ends > 1:
                yield Hit(
                    subject=page.path,
                    location=entry.location,
                    message=f"the entry '{entry.title}' has {length} signs and {ends} ends of sentences",
                    fix="Keep one line that tells when to read the file, and move the rest into it.",
                )
