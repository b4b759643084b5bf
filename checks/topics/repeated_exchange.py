"""An exchange that was logged twice."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.EXCHANGES,))
def repeated_exchange(graph: TopicsGraph) -> Iterator[Hit]:
    """One exchange stands twice in one topic.

    ## What it finds
    The same role, instant and text twice in the conversation and archives of one topic. One finding a
    topic, at the first repeat, with their number. A line whose time has no zone is not compared.

    ## Why it matters
    The exchange logger starts again from the first line when the session file changes, and a compaction
    that was broken off leaves lines in both files. Counts and contexts are wrong from then on.

    ## How to fix
    Remove the repeats, and correct the count of the topic.
    """
    for repetition in graph.exchanges.repeated():
        more = f", and {repetition.count - 1} more" if repetition.count > 1 else ""
        yield Hit(
            subject=repetition.topic,
            location=repetition.first.location,
            message=f"{repetition.topic} has this exchange of {repetition.first.exchange.instant} twice{more}",
            fix="Remove the repeats, and correct the count of the topic.",
            related=(Related(repetition.before.location, "it stands here first"),),
        )
