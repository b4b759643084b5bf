"""Work that is under way and done."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY, needs=Evidence.TOPICS, uses=(Evidence.CONTEXTS,))
def item_in_two_sections(graph: TopicsGraph) -> Iterator[Hit]:
    """An item of a `where-are-we.md` stands under *In Progress* and under *Recently Completed*.

    ## What it finds
    The same text, without its time and its check mark, in both sections. It is wrong where work was taken
    up again after it had been finished.

    ## Why it matters
    The agent reads these notes first after a switch, and does again what is done.

    ## How to fix
    Remove the item from *In Progress*; if it was taken up again, say so in its text.
    """
    for notes in graph.workspace.where_are_we:
        done = {item.text: item for item in reversed(notes.items) if item.section == "Recently Completed"}
        for item in notes.items:
            if item.section == "In Progress" and item.text in done:
                yield Hit(
                    subject=notes.topic,
                    location=Location(notes.path, item.line),
                    message=f"{item.text[:80]!r} is in progress and completed",
                    fix="Remove it from In Progress, or say what was taken up again.",
                    related=(Related(Location(notes.path, done[item.text].line), "completed here"),),
                )
