"""A memory from a note that does not exist."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, uses=(Evidence.HISTORY,))
def missing_source_note(graph: IndexGraph) -> Iterator[Hit]:
    """A memory says that it was taken from a daily note, and that note does not exist.

    ## What it finds
    An index or memory file that names a note by its path, in a folder where daily notes are or were kept:
    in front matter as `source`, `sources`, `origin`, `from`, `promoted_from` or `derived_from`; in the text
    as `Source: memory/2026-03-01.md`, `(source: ...)`, `(from ...)`, `promoted from ...`, `来源：...`,
    `source=...`, or the comment `openclaw-memory-promotion:...`. One finding a file and note.

    Not found: a date alone, links, which have their own checks, examples in code, a note that stands in an
    archive or anywhere else under its name, and one that git ignores.

    ## Why it matters
    Nobody can look up any more what was said that day, or the memory was never taken from a note at all.

    ## How to fix
    Bring the note back, correct the path, or say where the memory comes from instead.
    """
    for source in graph.missing_sources:
        went = f"; it went with {source.commit[:12]}" if source.commit else ""
        yield Hit(
            subject=source.path.rpartition("/")[2].removesuffix(".md"),
            location=source.location,
            message=f"comes from {source.written}, as it says, and there is no such note{went}",
            fix="Bring the note back, correct the path, or say where the memory comes from.",
            rests_on=(Evidence.FILES,),
        )
