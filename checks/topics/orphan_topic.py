"""A topic that the index does not list."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.TOPIC_STATES, Evidence.EXCHANGES))
def orphan_topic(graph: TopicsGraph) -> Iterator[Hit]:
    """A topic has a state or exchanges, and the index does not list it.

    ## What it finds
    A folder of `topic_files/` with a `state.json`, or with a conversation of at least one line, that the
    index lacks; where the index is an array, such a file of `conversations/`. An empty folder is none: every
    command with a mistyped id leaves one.

    ## Why it matters
    Tools reach a topic over the index only, so nobody will load these decisions and exchanges again.

    ## How to fix
    List the topic again, or move its exchanges to the topic that they belong to.
    """
    found = {state.topic: state.path for state in graph.states.values()}
    for topic in graph.exchanges.topics:
        conversation = graph.exchanges.conversation(topic)
        if conversation and conversation.lines:
            found.setdefault(topic, conversation.path)
    for topic in sorted(found.keys() - graph.by_id.keys()):
        yield Hit(
            subject=topic,
            location=Location(found[topic]),
            message=f"{topic} has {found[topic]}, and the index does not list it",
            fix="List the topic in the index again, or move what it holds.",
        )
