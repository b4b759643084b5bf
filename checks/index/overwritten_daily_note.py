"""A daily note that was lost to a later one."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.HISTORY)
def overwritten_daily_note(graph: IndexGraph) -> Iterator[Hit]:
    """A commit took most of an earlier day's note, and its lines stand nowhere any more.

    ## What it finds
    A commit that deleted a daily note, or took at least half of its lines and at least three, although a
    later note already stood there; and these lines stand in no file of the store now. Lines that were moved
    to another file, a note that moved out of the store, other marks before a line, and a text with
    `(REDACTED)` are no loss. Known as openclaw/openclaw#6877: a late flush writes to the note of the day before.

    ## Why it matters
    The notes are the only record of what was done and learnt on that day.

    ## How to fix
    Bring the lines back: `git show COMMIT^:PATH`.
    """
    for loss in graph.lost_notes:
        what = "deleted" if loss.deleted else "wrote over"
        yield Hit(
            subject=loss.path.rpartition("/")[2].removesuffix(".md"),
            location=Location(loss.path),
            message=f"a commit {what} {loss.path}, and {loss.lines} of its lines stand nowhere any more",
            fix=f"Bring the lines back: `git show {loss.commit[:12]}^:{loss.path}`.",
            commit=loss.commit,
        )
