"""An exchange in two topics."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.ERROR, Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.EXCHANGES, Evidence.SWITCHES))
def shared_exchange(graph: TopicsGraph) -> Iterator[Hit]:
    """One exchange stands in two topics.

    ## What it finds
    The same role, instant and text (its first 500 characters; blanks at the end do not matter) in the
    conversations or archives of two topics. One finding a pair of topics, at the first such line of the
    topic that stands later in the index. A warning if every shared text is a message that triggered a
    switch: the protocol files it with the topic that is entered, the logger with the one that is left. The
    same words at another time are another exchange.

    ## Why it matters
    Each exchange belongs to one topic: that is what keeps contexts apart. A copy that was never cut from
    where it came from is loaded twice, and counted twice.

    ## How to fix
    Keep the exchange in the topic that it belongs to, and correct the count of the other.
    """
    for sharing in graph.exchanges.shared():
        number = len(sharing.texts)
        triggering = all(text.strip() in graph.workspace.pending.messages for text in sharing.texts)
        yield Hit(
            subject=sharing.topic,
            location=sharing.first.location,
            message=f"{sharing.topic} and {sharing.owner} share {number} exchange{'s' if number > 1 else ''}",
            fix="Keep each in the topic that it belongs to, and correct the counts.",
            related=(Related(sharing.other.location, f"also in {sharing.owner}"),),
            grade=int(triggering),
        )
