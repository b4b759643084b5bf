"""A parting impression that the facts do not bear out."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph, Standings
from verify.model.intention import Impression
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity
from verify.model.session import Session

_FIX = "Correct the impression, or the memory if that is what is wrong."


@check(Severity.WARNING)
def incoherent_impression(graph: MemoryGraph) -> Iterator[Hit]:
    """What the newest session claims about the state of the memory is not so.

    ## What it finds
    Under a heading *Impression* (level 2 or 3) of the newest session, a bullet `N open threads` or
    `id: word`, with the word open, done, closed, archived, superseded or a tier, that files and sessions
    contradict; and an open thread which that session referenced and no line there names, by its id or in
    the words of its first line. All unchecked boxes of the live store are the most that may be counted;
    blueprints, boxes within boxes or outside `continuity.md`, and what is superseded may be left out.

    Prose is no claim: the words may be followed by the end, a dash or one of `. : ;` only, and the number
    by a comma, too. What is no id now is not judged. A fact without a box of its own is neither open nor
    done, an archived or superseded one is done in every case, and a tier is compared only where the
    sessions give one, as for stale-metadata. Without any claim nothing is left out either, and open
    blueprints need no mention.

    ## Why it matters
    The next session trusts the summary first. What it calls done nobody looks at again.

    ## How to fix
    Hold the impression against the memory before the session ends, and correct whichever is wrong.
    """
    session = graph.sessions[-1] if graph.sessions else None
    if session and any(impression.counts or impression.statuses for impression in session.impressions):
        standings = Standings(graph)
        for impression in session.impressions:
            yield from _counted(session, impression, standings)
            yield from _claimed(graph, session, impression, standings)
        yield from _left_out(graph, session, standings)


def _counted(session: Session, impression: Impression, standings: Standings) -> Iterator[Hit]:
    fewest, most = standings.open_count
    for claim in impression.counts:
        if not fewest <= claim.number <= most:
            right = f"{fewest} to {most}" if fewest < most else f"{most}"
            message = f"{claim.number} threads are said to be open, and it is {right}"
            yield Hit(session.stem, _place(session, claim.line), message, _FIX, rests_on=(Evidence.FACTS,))


def _claimed(graph: MemoryGraph, session: Session, impression: Impression, standings: Standings) -> Iterator[Hit]:
    for claim in impression.statuses:
        right = standings.contradicted(claim.id, claim.word)
        if right:
            message = f"{claim.id} is said to be {claim.word}, and it is {right}"
            evidence = (Evidence.FACTS, Evidence.SESSIONS, Evidence.POLICY)[: None if claim.of_tier else 1]
            related = tuple(Related(fact.location, claim.id) for fact in graph.by_id[claim.id])
            yield Hit(claim.id, _place(session, claim.line), message, _FIX, related, rests_on=evidence)


def _left_out(graph: MemoryGraph, session: Session, standings: Standings) -> Iterator[Hit]:
    lines = graph.text_of(session).split("\n")
    told = "\n".join(line for part in session.impressions for line in lines[part.first - 1 : part.last])
    place = _place(session, session.impressions[0].line)
    for thread in standings.left_out(session, told):
        message = f"{thread.fact} is open and was worked on, and the impression leaves it out"
        fix = "Say how far it got, by its id."
        yield Hit(thread.fact or "", place, message, fix, (Related(thread.block, "the thread"),))


def _place(session: Session, line: int) -> Location:
    return Location(session.path, line, 1, line)
