"""A decision that went back without a word."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.history import Judgement
from verify.model.report import Evidence, Hit, Severity


@check(Severity.ERROR, Severity.NOTE, needs=Evidence.HISTORY)
def unrecorded_reversal(graph: MemoryGraph) -> Iterator[Hit]:
    """A decision returned to an earlier wording, and nothing says why.

    ## What it finds
    A change that decision-drift would report, and that brings back what the same id said in an ancestor
    commit before (A, then B, then A again). A note is left of it where a later log names the id under
    `Updated` or `Confirmed`. A decision that is derived again under a new id is not seen here. With `--since`, a
    change that the branch itself made, told nobody of, and took back word by word is no reversal.

    ## Why it matters
    Somebody had a reason to leave the old wording. Whoever went back did not know it, or did not say
    why it no longer holds.

    ## How to fix
    Restore the newer wording, or record in a session why the old one is right again.
    """
    reversals = graph.history.unexplained(Judgement.REVERSAL)
    for judged in (one for one in reversals if not graph.is_taken_back(one)):
        yield Hit(
            subject=judged.id,
            location=graph.place_of(judged.change),
            message=f"the {judged.kind.value} {judged.id} returned to an earlier wording and no log says why",
            fix="Record in the next log, `Updated: ID`, why the old words are right again.",
            grade=1 if graph.recorded_late(judged) else 0,
            commit=graph.history.commit_of(judged.change.at),
        )
