"""A day that moves."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph
from verify.model.report import Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def relative_date(graph: IndexGraph) -> Iterator[Hit]:
    """A memory file names a day by its distance from the day on which it was written.

    ## What it finds
    The words today, yesterday, tomorrow, last or next week, month or year in a memory file, outside quotes
    and code. One a file, at the first. Wrong where the word stands for no certain day.

    ## Why it matters
    The memory is read weeks later, when `yesterday` is another day.

    ## How to fix
    Write the date.
    """
    for page, word, place in graph.relative_dates:
        yield Hit(
            subject=page.path,
            location=place,
            message=f"{page.path} says '{word}', which means another day whenever it is read",
            fix="Write the date.",
        )
