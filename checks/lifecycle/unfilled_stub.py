"""A log that a hook wrote and nobody filled in."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Hit, Severity


@check(Severity.NOTE, tier=Tier.ADVISORY)
def unfilled_stub(graph: MemoryGraph) -> Iterator[Hit]:
    """A session still calls itself an auto-stub.

    ## What it finds
    A log that says `auto-stub` in its title, its `Agent` line, or as the reason why it references
    nothing: a hook wrote it after a commit, and nobody filled it in. Some teams leave small ones as
    they are, hence it is advice.

    ## Why it matters
    The log says that there was a session, but neither what was decided nor what was used.

    ## How to fix
    Write the summary and the Memory References, and name the agent.
    """
    for session in graph.sessions:
        if session.auto_stub:
            yield Hit(
                subject=session.stem,
                location=Location(session.path, session.auto_stub, 1, session.auto_stub),
                message=f"{session.stem} is still the stub that a hook wrote",
                fix="Write the summary and the Memory References, and name the agent.",
            )
