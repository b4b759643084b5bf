"""A daily note whose date cannot be right."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Hit, Severity


@check(Severity.WARNING)
def daily_note_date(graph: IndexGraph) -> Iterator[Hit]:
    """A daily note is named after no day, after another day than its heading, or after a day to come.

    ## What it finds
    A note `YYYY-MM-DD*.md` beside an index: its name is no date of the calendar, its first heading of level
    1 holds another date and not this one, or it lies more than a day after the commit that is checked. A
    heading in words is fine. A note that is not committed yet is not held against the clock.

    ## Why it matters
    The agent reads the notes of today and yesterday. One under a wrong date is read on the wrong day, or never.

    ## How to fix
    Rename the note, or correct its heading.
    """
    for wrong in graph.misdated_notes:
        yield Hit(
            subject=wrong.page.stem,
            location=wrong.location,
            message=f"{wrong.page.path} {wrong.reason}",
            fix="Rename the note, or correct its heading.",
        )
