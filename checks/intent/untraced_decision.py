"""A decision that nobody tied to a goal."""

from collections.abc import Iterator

from verify.check import Tier, check
from verify.graph import MemoryGraph
from verify.model.report import Evidence, Hit, Severity


@check(Severity.WARNING, tier=Tier.ADVISORY)
def untraced_decision(graph: MemoryGraph) -> Iterator[Hit]:
    """A decision younger than the vision serves nothing, and came out of a session without a goal.

    ## What it finds
    A live decision or invariant, created after the vision in force, that says neither serves nor
    realizes, and whose origin names a session that references neither a blueprint nor a vision. Without
    an origin, or where that session does not exist, nothing is said. It is wrong for rules of the house,
    such as how to name a branch, which serve no goal in particular, and where a session pursued a goal
    without naming it: of the four decisions that it reports in all 270 revisions of two public memories,
    two were worth a line on what they serve, one answered a question and one tried a tool out.

    ## Why it matters
    Such a decision binds all further work, and nobody can ask later what it was good for.

    ## How to fix
    Say `serves: ID` or `realizes: ID` in the footer, if there is a goal.
    """
    for fact, session in graph.intent.untraced:
        yield Hit(
            subject=fact.id,
            location=fact.location,
            message=f"the {fact.kind.value} {fact.id} serves nothing, and its session {session.stem} names no goal",
            fix="Say `serves: ID` or `realizes: ID` in the footer, if there is a goal.",
            rests_on=(Evidence.FACTS, Evidence.SESSIONS),
        )
