"""A task list and its files that disagree."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.index import IndexGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING)
def task_index_mismatch(graph: IndexGraph) -> Iterator[Hit]:
    """A task of a memory bank stands in the list and has no file, or has a file and stands in no list.

    ## What it finds
    In a bank with `tasks/_index.md`: a `TASKnnn` that begins an item or a cell of the list without a file
    `TASKnnn*.md` below `tasks/`, and such a file whose number stands nowhere in the list. Task folders of
    another shape are left alone.

    ## Why it matters
    The list is how the agent finds its work. What it lacks is not taken up again, and what has no file
    cannot be.

    ## How to fix
    Write the file or the line that is missing, or remove the other.
    """
    for task in graph.stray_tasks:
        missing = "no line of the list" if task.has_file else "no file"
        yield Hit(
            subject=task.id,
            location=task.location,
            message=f"{task.id} has {missing}",
            fix="Write the file or the line that is missing, or remove the other.",
            rests_on=(Evidence.FILES,),
        )
