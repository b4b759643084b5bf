"""A context with a decision that nobody took."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import Context, Layout


@check(Severity.ERROR, needs=Evidence.TOPICS, uses=(Evidence.CONTEXTS,))
def fabricated_context(graph: TopicsGraph) -> Iterator[Hit]:
    """A context lists a decision that the state of its topic does not have.

    ## What it finds
    In the section *Active Decisions* of `contexts/ID.md` (with its decision chains) a line that ends in an
    id, in parentheses, that the state of the topic lacks. Ids elsewhere, in exchanges or in prose, do not
    count. *Not checked* where the state is malformed; where the index is an array contexts have no ids.

    ## Why it matters
    A context is rendered from the state, and is what the agent reads. A decision that stands only there was
    put into the agent's mind by a hand.

    ## How to fix
    Render the context again, and find out who wrote the line.
    """
    if graph.index.layout is not Layout.MANAGER:
        return
    for context in graph.workspace.contexts:
        path = f"{graph.folder(context.topic)}/state.json"
        if path in graph.malformed and context.decisions:
            yield _hit(context, context.decisions[0].id, context.decisions[0].line, f"{path} cannot be read")
        elif context.topic in graph.states:
            known = graph.decisions.of(context.topic)
            foreign = {d.id: d.line for d in reversed(context.decisions) if d.id not in known}
            yield from (_hit(context, name, line) for name, line in foreign.items())


def _hit(context: Context, name: str, line: int, unchecked: str | None = None) -> Hit:
    return Hit(
        subject=name,
        location=Location(context.path, line),
        message=f"the context of {context.topic} lists {name}, which is no decision of its state",
        fix="Render the context again, and find out who wrote the line.",
        unchecked=unchecked,
    )
