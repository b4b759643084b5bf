"""Work that no session tells of."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.HISTORY)
def unlogged_work(
    graph: MemoryGraph,
    *,
    unlogged_commits: int = 5,
    exempt_paths: tuple[str, ...] = (),
    exempt_authors: tuple[str, ...] = (),
) -> Iterator[Hit]:
    """Commits changed the work, and no session log came with them.

    ## What it finds
    With `--since`, a branch that changes files outside the memory and adds or edits no log. Otherwise
    `unlogged_commits` such commits or more that are no ancestors of the newest commit that touched a log.
    Merges, bots, and what the wildcards of `exempt_paths` and `exempt_authors` match do not count (`*` stands
    for slashes, too: `docs/*` is everything below `docs`). A log in the checked state counts as one; an
    auto-stub, or a log that only got another name, does not. What `verify init` and `verify baseline` write is
    no work. Of a memory below the root only its own project
    counts, and what lies beside another memory is the business of that one.

    ## Why it matters
    The next session starts from the logs. What none of them tells did not happen, as far as it knows.

    ## How to fix
    Write the log of the work that was done.
    """
    commits = graph.work.unlogged(exempt_paths, exempt_authors)
    if len(commits) >= (1 if graph.work.base else unlogged_commits) and commits:
        yield Hit(
            subject=commits[-1].id or "",
            location=None,
            message=f"{len(commits)} commits of work up to here, and no session tells of them"
            if len(commits) > 1
            else "a commit of work, and no session tells of it",
            fix="Write the log of the work that was done.",
            rests_on=(Evidence.SESSIONS,),
            commit=commits[-1].id,
        )
