"""A line in the log of another topic."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import Layout


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.EXCHANGES,))
def misfiled_exchange(graph: TopicsGraph) -> Iterator[Hit]:
    """A line names another topic than the file that it stands in.

    ## What it finds
    Where the index is an array: a line of `conversations/ID.jsonl` whose `topicId` is not ID. One finding a
    file, at the first such line, with their number.

    ## Why it matters
    The line is loaded with a topic that it does not belong to, and is missing where it does.

    ## How to fix
    Move the line to the log of the topic that it names.
    """
    if graph.index.layout is not Layout.PROTOCOL:
        return
    for file in graph.workspace.conversations:
        misfiled = [line for line in file.lines if line.topic and line.topic != file.topic]
        if misfiled:
            more = f", and {len(misfiled) - 1} more lines name others" if len(misfiled) > 1 else ""
            yield Hit(
                subject=file.topic,
                location=Location(file.path, misfiled[0].line),
                message=f"a line in the log of {file.topic} belongs to {misfiled[0].topic}{more}",
                fix="Move it to the log of the topic that it names.",
            )
