"""Front matter with a gap."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def incomplete_frontmatter(graph: IndexGraph) -> Iterator[Hit]:
    """A memory file lacks a name, a description or a type, or has a wrong one.

    ## What it finds
    In `.claude/memory`, where most files have front matter: a file without `name`, `description` or `type`
    (at the top or below `metadata`), with a type other than user, feedback, project or reference, or with
    a name that is another than the stem of the file, case and separators aside. Wrong where a project has
    types of its own.

    ## Why it matters
    The description is what a memory is chosen by, and its name what others refer to.

    ## How to fix
    Add name, description and type as the other files have them.
    """
    for page, what in graph.incomplete_fronts:
        yield Hit(
            subject=page.path,
            location=Location(page.path),
            message=f"the front matter of {page.path} {what}",
            fix="Add name, description and type as the other files have them.",
        )
