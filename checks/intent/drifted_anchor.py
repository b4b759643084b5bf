"""Code that went on without the fact that is anchored in it."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import Drift, MemoryGraph
from verify.model.anchor import Standing
from verify.model.location import CommitId, Location
from verify.model.report import Evidence, Hit, Related, Severity

_SHOWN = 10


@check(Severity.WARNING, needs=Evidence.HISTORY)
def drifted_anchor(graph: MemoryGraph) -> Iterator[Hit]:
    """The code that a fact is anchored in changed since the fact was last looked at.

    ## What it finds
    `anchors: path#symbol` in the footer of a live fact that is neither done nor superseded, where the
    syntax of the symbol is another one now than at the last look at the fact: in the commit that added the
    last session that references it, or the reference to that session, or in the commit that last changed
    the text of the fact or its anchors, whichever came later. Another tier, use or date in the footer is no
    look, nor is a later edit of the session. On lines of descent that were merged, one look that agrees is
    enough. Syntax leaves out comments, line breaks, indentation where it says nothing, trailing commas, a
    `|` before the first type of a union, and in Python, JavaScript and TypeScript the kind of quotes and
    parentheses around an expression; what stands in quotes counts letter by letter, docstrings too. Several
    symbols of one name are compared together, in any order. A path alone is the whole file; in a language
    that is not known its lines are compared, without blanks at their ends. Only the ends are compared: a
    change that was taken back is none. What did not exist at the last look is not compared, and what is
    missing now is missing-anchor's. Where more than 20 commits changed the file since, those among the
    newest 20 that changed the code are told, or else one older.

    *Not checked*: where missing-anchor could not look, an earlier version cannot be parsed, or git converts
    the file on its way to disk (`filter`, `ident` in `.gitattributes`) and only the work tree differs.

    ## Why it matters
    The fact may still say what the code did before. An agent that trusts it works on a memory of code.

    ## How to fix
    Read the code. If the fact still holds, reference it in a session; if not, correct it and say why.
    """
    for anchored in graph.anchors.all:
        if anchored.sighting.standing is Standing.UNKNOWN:
            yield Hit(anchored.fact.id, anchored.fact.location, "", "", unchecked=anchored.sighting.reason)
    for drift in graph.drifts():
        fact, sighting = drift.anchored.fact, drift.anchored.sighting
        what = "code" if sighting.parsed else "file (its language is not known, so all of it is compared)"
        place = Location(sighting.path, sighting.line)
        yield Hit(
            subject=fact.id,
            location=fact.location,
            message=f"{fact.id} is anchored in {drift.anchored.anchor}, and that {what} changed "
            f"since {_name(drift.looked)}, the last look at the fact{_where(drift)}",
            fix="Read the code; reference the fact in a session if it still holds, else correct it.",
            related=tuple(Related(place, f"changed in {_name(commit)}") for commit in drift.changes[-_SHOWN:]),
            commit=drift.changes[-1] if drift.changes else None,
            unchecked=drift.unknown or None,
        )


def _where(drift: Drift) -> str:
    count = len(drift.changes)
    least = "at least " if drift.more else ""
    if count == 1:
        return f": {least}in {_name(drift.changes[0])}"
    return f", {least}{count} times" if count else ""


def _name(commit: CommitId | None) -> str:
    return commit[:8] if commit else "the checked state"
