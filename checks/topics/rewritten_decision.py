"""A decision that was changed after it was taken."""

from collections.abc import Iterator

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, needs=Evidence.HISTORY, uses=(Evidence.TOPICS, Evidence.TOPIC_STATES))
def rewritten_decision(graph: TopicsGraph) -> Iterator[Hit]:
    """A decision has other words, another time or another reason than when it was taken, or it vanished.

    ## What it finds
    A commit after which `text`, `timestamp` or `depends_on` of a decision differ, or its `superseded_by` or
    `superseded_at` differ once they were set; or with which a decision left a state that still parses, and
    stands in none now. Its move to another topic is no change. A merge is held against each of its parents:
    what it took from one is not its own. One finding a decision and commit.

    ## Why it matters
    A decision is replaced by a new one, never edited: otherwise nobody can know what was decided, and what
    was built on it rests on other words than it did.

    ## How to fix
    Restore the decision, and log the change as a new one that supersedes it.
    """
    if graph.past is None:
        return
    for rewriting in graph.past.rewritings(graph.decisions.by_id.keys()):
        decision = rewriting.decision
        changed = f"was rewritten: {', '.join(rewriting.changed)}" if rewriting.changed else "left its topic"
        yield Hit(
            subject=decision.id,
            location=Location(rewriting.path) if rewriting.commit is None else None,
            message=f"the decision {decision.id} of {graph.topic_of(rewriting.path)} {changed}",
            fix="Restore it, and log the change as a new decision that supersedes it.",
            commit=rewriting.commit,
            rests_on=() if rewriting.changed else (Evidence.TOPIC_STATES,),
        )
