"""Two layouts in one workspace."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity
from verify.model.topics import Layout


@check(Severity.WARNING, needs=Evidence.TOPICS)
def mixed_topic_layouts(graph: TopicsGraph) -> Iterator[Hit]:
    """A workspace holds files of two layouts, and no tool reads both.

    ## What it finds
    The index lists topics as an object, and there is a file in `conversations/` that is not empty; or it
    lists them as an array, and there is a `state.json` below `topic_files/`.

    ## Why it matters
    Tools read one of the layouts. What stands in the other is never loaded, though it looks as if it were kept.

    ## How to fix
    Move what the other layout holds into this one, and remove the rest.
    """
    stray = graph.workspace.stray
    if stray:
        other = "an array" if graph.index.layout is Layout.MANAGER else "an object"
        yield Hit(
            subject=graph.index.path,
            location=Location(graph.index.path),
            message=f"the index lists topics as {graph.index.layout.value}, and {stray} goes with {other}",
            fix="Move what it holds into the layout of the index, and remove it.",
            related=(Related(Location(stray), "of the other layout"),),
        )
