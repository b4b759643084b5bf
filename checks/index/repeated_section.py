"""A daily note that says the same thing twice."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Hit, Related, Severity


@check(Severity.WARNING)
def repeated_section(graph: IndexGraph) -> Iterator[Hit]:
    """A section stands twice in a daily note, word for word.

    ## What it finds
    A heading with its own text, at least three lines together, that stands a second time in the same daily
    note; blank lines and blanks at the ends of lines do not count. The same heading with another text is
    fine. Known as openclaw/openclaw#99509: a note is written again before the context is compacted.

    ## Why it matters
    Each copy fills the context of every session that reads the note, and makes one event look like two.

    ## How to fix
    Remove the copy.
    """
    for first, second, note in graph.repeated_sections:
        yield Hit(
            subject=note.stem,
            location=second.location,
            message=f"the section '{second.text}' stands in {note.path} twice, word for word",
            fix="Remove the copy.",
            related=(Related(first.location, "the first time"),),
        )
