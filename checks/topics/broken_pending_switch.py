"""A switch to a topic that does not exist."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.SWITCHES,))
def broken_pending_switch(graph: TopicsGraph) -> Iterator[Hit]:
    """A switch under way names a topic that does not exist, or two different ones.

    ## What it finds
    A `pending-reset.json` whose `toTopic` or `fromTopic` is no topic of the index, or a `next-topic.txt`
    beside it that names another topic than `toTopic`. One that does not parse is *not checked*.

    ## Why it matters
    The next session loads what these files name. If there is no such topic it starts with nothing, and
    what is said is filed nowhere.

    ## How to fix
    Remove the files, and switch again.
    """
    pending = graph.workspace.pending
    if pending.announced is None:
        return
    unchecked = f"{pending.announced} is no JSON" if pending.garbled else None
    named = dict.fromkeys(name for name in (pending.target, pending.origin) if name)
    wrong = {name: "which is no topic of the index" for name in named if name not in graph.by_id}
    if pending.target and pending.next_topic and pending.next_topic != pending.target:
        wrong.setdefault(pending.target, f"but next-topic.txt names {pending.next_topic}")
    for name, said in ({"": ""} if unchecked else wrong).items():
        yield Hit(
            subject=name,
            location=Location(pending.announced),
            message=f"the switch under way names {name}, {said}",
            fix="Remove the files of the switch, and switch again.",
            unchecked=unchecked,
        )
