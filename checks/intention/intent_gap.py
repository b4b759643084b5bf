"""Work that was asked for and did not come back."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph, unknown_deliveries
from verify.model.intention import Claimed, Intention, Part
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.session import Session


@check(Severity.WARNING)
def intent_gap(graph: MemoryGraph) -> Iterator[Hit]:
    """What a session was asked for is not delivered, or what it says it delivered does not exist.

    ## What it finds
    In a log with a heading *Intent* (level 2 or 3): none of its sections has a heading or bold label
    *Asked*, *Interpreted* or *Delivered*; a numbered item of *Asked* whose number *Delivered* does not
    have, or has with nothing behind it or with `none` and no reason; a commit under *Delivered* that the
    repository does not have, or a file in backticks that git never had. A log without the heading is not
    asked for one, and without *Delivered* its items are not told one by one.

    Numbers may be listed or given as a range (`1-3: ...`); any text is an answer. A commit is a word of 7
    to 40 hexadecimal digits with both letters and digits; one that was amended, rebased or squashed away
    since is gone, and that of another repository is written `NAME@ID`. A file needs an ending, since only
    that tells it from a branch, route or name; one outside any folder, or with more than four letters
    behind the point, counts only if git knows files that end so. Folders before it may be left out. Code
    blocks, comments and the reason of a `none` do not count. Commits and files are *not checked* without
    history.

    ## Why it matters
    A request that silently shrinks, or a promise of work that is not there, is found weeks later, by
    whoever relied on it.

    ## How to fix
    Deliver what is open, or write `none: reason` behind its number; correct a commit or path.
    """
    for session in graph.memory.sessions:
        if session.intentions:
            yield from _lacking(session)
            for intention in session.intentions:
                yield from _undelivered(session, intention)
    yield from _unknown(graph)


def _unknown(graph: MemoryGraph) -> Iterator[Hit]:
    for session, claim in unknown_deliveries(graph):
        what = "the repository has no such commit" if claim.kind is Claimed.COMMIT else "git never had such a file"
        message = f"{claim.name} is said to be delivered, and {what}"
        fix = "Correct it, or say none with the reason."
        evidence = (Evidence.HISTORY,) if claim.kind is Claimed.COMMIT else (Evidence.HISTORY, Evidence.FILES)
        yield Hit(session.stem, _place(session, claim.line), message, fix, rests_on=evidence)


def _lacking(session: Session) -> Iterator[Hit]:
    present = {part for intention in session.intentions for part in intention.parts}
    for part in Part:
        if part not in present:
            message = f"the intent does not say what was {part.value.lower()} (no {part.value})"
            place = _place(session, session.intentions[0].line)
            yield Hit(session.stem, place, message, f"Add a heading {part.value} and what belongs there.")


def _undelivered(session: Session, intention: Intention) -> Iterator[Hit]:
    answered = {number for delivery in intention.delivered if delivery.answers for number in delivery.numbers}
    empty = {number: delivery.line for delivery in intention.delivered for number in delivery.numbers}
    for item in intention.asked if Part.DELIVERED in intention.parts else ():
        if item.number not in answered:
            said = "has no reason for not being" if item.number in empty else "is not"
            message = f"item {item.number} was asked for and {said} delivered"
            fix = "Deliver it, or write `none: reason` behind its number."
            yield Hit(session.stem, _place(session, empty.get(item.number, item.line)), message, fix)


def _place(session: Session, line: int) -> Location:
    return Location(session.path, line, 1, line)
