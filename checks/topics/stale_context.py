"""A context that fell behind its topic."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import Context, Layout, TopicState


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.CONTEXTS, Evidence.TOPIC_STATES))
def stale_context(graph: TopicsGraph) -> Iterator[Hit]:
    """A context does not list the decisions that are in force.

    ## What it finds
    A `contexts/ID.md` whose decisions are not those in force in the state: some are missing, or superseded
    by now; whose heading gives another number; whose `**ID:**` is not the name of the file; whose title is
    not that of the state; or whose topic the index does not list. One finding a file. Exchanges, status,
    times and the other sections are not compared: the tools leave them behind. A file there with neither title
    nor id is no context.

    ## Why it matters
    The agent reads the context and not the state. What is missing there is not known to it, and what was
    superseded still holds.

    ## How to fix
    Render the context again with the command `refresh`.
    """
    if graph.index.layout is not Layout.MANAGER:
        return
    rendered = (c for c in graph.workspace.contexts if c.title is not None or c.id is not None)
    for context in rendered:
        state = graph.states.get(context.topic)
        said = list(_stale(graph, context, state))
        if said:
            line, first = said[0]
            yield Hit(
                subject=context.topic,
                location=Location(context.path, line),
                message=f"the context of {context.topic} {'; '.join([first, *(more for _, more in said[1:])])}",
                fix="Render the context again with the command refresh.",
            )


def _stale(graph: TopicsGraph, context: Context, state: TopicState | None) -> Iterator[tuple[int, str]]:
    if context.topic not in graph.by_id:
        yield 1, "is of no topic of the index"
    if context.id and context.id != context.topic:
        yield context.id_line, f"says that it is of {context.id}"
    if state is None:
        return
    # A title of several lines is cut by the heading that shows it.
    title = (state.title or "").strip().partition("\n")[0].strip()
    if context.title is not None and title and context.title != title:
        yield 1, f"has the title {context.title[:80]!r}, and the state {title[:80]!r}"
    known = graph.decisions.of(context.topic)
    listed = {decision.id for decision in context.decisions}
    force = [decision.id for decision in known.values() if decision.in_force]
    missing = [name for name in force if name not in listed]
    gone = sorted(name for name in listed if name in known and not known[name].in_force)
    line = context.count_line
    if missing:
        yield line, f"lacks {', '.join(missing)}"
    if gone:
        yield line, f"lists {', '.join(gone)}, superseded by now"
    if context.count is not None and context.count != len(force):
        yield line, f"counts {context.count} decisions, and {len(force)} are in force"
