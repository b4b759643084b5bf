"""An index that nobody is told of."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph.index import IndexGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def unannounced_index(graph: IndexGraph) -> Iterator[Hit]:
    """No instruction, rule, setting or hook names the index.

    ## What it finds
    A store whose index and folder are named in no `CLAUDE.md`, `AGENTS.md` and the like, rule, settings or
    hook file beside it. Wrong where the agent loads the index by itself.

    ## Why it matters
    An agent that is not told of its memory begins from nothing.

    ## How to fix
    Name it in CLAUDE.md or AGENTS.md, or load it in a hook.
    """
    first = next(graph.indexes, None)
    if first and not graph.is_announced:
        yield Hit(
            subject=first.path,
            location=Location(first.path),
            message=f"nothing that an agent is given at the start names {first.path} or its folder",
            fix="Name it in CLAUDE.md or AGENTS.md, or load it in a hook.",
        )
