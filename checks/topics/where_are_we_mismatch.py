"""Notes of another topic."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.CONTEXTS,))
def where_are_we_mismatch(graph: TopicsGraph) -> Iterator[Hit]:
    """A `where-are-we.md` says that it is of another topic.

    ## What it finds
    A `topic_files/ID/where-are-we.md` whose second line names another topic than ID. Its title, its times
    and the order of its sections are not looked at.

    ## Why it matters
    These notes are what the agent reads first after a switch. Those of another topic tell it to go on with
    the wrong work.

    ## How to fix
    Move the notes to the topic that they name, or correct the line.
    """
    for notes in graph.workspace.where_are_we:
        if notes.names and notes.names != notes.topic:
            yield Hit(
                subject=notes.topic,
                location=Location(notes.path, 2),
                message=f"the notes in the folder {notes.topic} say that they are of {notes.names}",
                fix="Move them to the topic that they name, or correct the line.",
            )
