"""A memory of unknown origin."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def memory_without_provenance(graph: IndexGraph) -> Iterator[Hit]:
    """A memory of a project or of feedback does not tell when it began, or where it comes from.

    ## What it finds
    A memory file of type feedback or project without an ISO date in name or text, or without anything that
    supports it: the id of a commit, a session or issue by its number, an address, or a link or a path in
    backticks that exists. Wrong where the origin is told in words.

    ## Why it matters
    Without a day nobody can tell whether it still holds, without an origin nobody can look it up.

    ## How to fix
    Add the day, and the commit, session, issue or file that it comes from.
    """
    for page, lacking in graph.unsupported:
        yield Hit(
            subject=page.path,
            location=Location(page.path),
            message=f"{page.path} names no {lacking}",
            fix="Add the day, and the commit, session, issue or file that it comes from.",
        )
