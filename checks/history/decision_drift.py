"""A decision that changed without a word."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import LASTING, Judged, MemoryGraph, changed_words
from verify.model.history import Judgement
from verify.model.report import Evidence, Hit, Severity

_SHOWN = 60


@check(Severity.ERROR, Severity.WARNING, Severity.NOTE, needs=Evidence.HISTORY)
def decision_drift(graph: MemoryGraph) -> Iterator[Hit]:
    """The text of a decision changed, and nothing says why.

    ## What it finds
    A commit that changed what a vision, invariant, decision, convention or open blueprint says. Marks, case,
    punctuation, line breaks, `(ADR-NNNN)` and `*(faded ...)*` notes do not count, nor, in visions and
    blueprints, version numbers; a move to another file or to the archive is no change. A change is
    *evolution* if the footer says superseded, or if a log of the same commit, or of the next commit that adds
    a log, names the id under a verb that tells of a change, or anywhere outside Memory References, or if an
    entry of the decision ledger that came in that time ends or corrects it. Everything else is *drift*: an
    error for invariants and visions, a warning for the rest. A note is left of it where a later log names the
    id under `Updated` or `Confirmed`, and where an invariant or a vision is named in the log, but only as
    referenced or created. With `--since`, a change that the branch took back word by word is none.

    ## Why it matters
    An agent takes the text as it stands for what was decided. A decision that was edited on the way is
    followed as if somebody had made it.

    ## How to fix
    Put the text back, or record in a session why it changed: `Updated: ID`, with the reason.
    """
    for judged in graph.history.unexplained(Judgement.DRIFT, Judgement.MENTIONED):
        lasting = judged.kind in LASTING
        mentioned = judged.judgement is Judgement.MENTIONED
        if (mentioned and not lasting) or graph.is_taken_back(judged):
            continue
        late = graph.recorded_late(judged)
        yield Hit(
            subject=judged.id,
            location=graph.place_of(judged.change),
            message=f"the {judged.kind.value} {judged.id} changed {_words(judged)}, "
            + ("and its log only mentions it" if mentioned else "recorded late" if late else "and no log says why"),
            fix="Record why it changed in the next log, `Updated: ID`; or take it back before it is merged.",
            grade=2 if mentioned or late else 0 if lasting else 1,
            commit=graph.history.commit_of(judged.change.at),
        )


def _words(judged: Judged) -> str:
    old, new = (words[:_SHOWN] for words in changed_words(judged.old, judged.new))
    return f"from '{old}' to '{new}'" if old and new else f"by '{new}'" if new else f"and lost '{old}'"
