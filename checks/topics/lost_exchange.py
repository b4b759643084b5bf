"""An exchange that is gone from every topic."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, needs=Evidence.HISTORY, uses=(Evidence.TOPICS, Evidence.EXCHANGES))
def lost_exchange(graph: TopicsGraph) -> Iterator[Hit]:
    """An exchange stood in a topic at some commit, and stands in none now.

    ## What it finds
    A role, instant and text that some version of a conversation or archive held and that no file of the
    workspace holds now, with the commit that took it out. What was moved to another topic or into an archive
    is kept, and so is a line that was only written anew with other spacing. A text that was replaced by one
    with `(REDACTED)`, by the same role at the same instant, is kept, too. One finding a topic and commit.
    *Not checked* while a file of exchanges is malformed.

    ## Why it matters
    Conversations only grow. Where a line is gone, what the user said or the agent promised was altered
    afterwards, and no later session can know.

    ## How to fix
    Bring the lines back from the commit before; what must not be shown is replaced by `(REDACTED)`.
    """
    if graph.past is None:
        return
    gone = {loss.id for loss in graph.past.lost_topics(graph.by_id.keys())}
    for lost in graph.past.lost_exchanges(frozenset(graph.exchanges.keys), graph.topic_of):
        topic = lost.topic
        if topic not in gone:
            count = len(lost.keys)
            first = min(key.instant for key in lost.keys)
            yield Hit(
                subject=topic,
                location=Location(lost.path) if lost.commit is None else None,
                message=f"{count} exchange{'s' if count > 1 else ''} of {topic} left {lost.path}, "
                f"the first of {first}, and stand{'' if count > 1 else 's'} nowhere now",
                fix="Bring the lines back from the commit before; redact with (REDACTED).",
                commit=lost.commit,
                rests_on=(Evidence.EXCHANGES,),
            )
