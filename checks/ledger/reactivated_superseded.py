"""A superseded fact that came back."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Fact, Tier
from verify.model.location import FactId, Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.session import Session


@check(Severity.ERROR, uses=(Evidence.HISTORY,))
def reactivated_superseded(graph: MemoryGraph) -> Iterator[Hit]:
    """What was superseded is in force again.

    ## What it finds
    An id that a session or its footer calls superseded and that stands under `Reactivated` in a later
    session; an id whose footer said superseded in an earlier commit and that is live with another tier
    now. A fact that only faded may be reactivated. One finding an id.

    ## Why it matters
    A superseded decision has a successor. If the old one returns, two decisions that exclude each other
    are in force.

    ## How to fix
    Go on with the successor; if the old decision is right again, record it as a new decision that
    supersedes the successor.
    """
    told = dict(_told(graph))
    for fact in graph.live:
        came_back = graph.past is not None and fact.id in graph.past.superseded
        if came_back and fact.tier is not Tier.SUPERSEDED and fact.id not in told:
            message = f"{fact.id} was superseded in an earlier commit and is live with another tier now"
            told[fact.id] = _hit(fact.id, fact.location, message)
    yield from told.values()


def _told(graph: MemoryGraph) -> Iterator[tuple[str, Hit]]:
    told = {pair.old for session in graph.sessions for pair in session.supersessions}
    by_footer = {fact.id: fact for fact in graph.facts if fact.superseded and fact.id not in told}
    ended: set[str] = set()
    for session in graph.sessions:
        for mention in session.mentions:
            if not mention.listed or "reactivated" not in mention.verb:
                continue
            fact = by_footer.get(FactId(mention.token))
            if mention.token in ended or (fact and _ended_before(graph, fact, session)):
                place = Location(session.path, mention.line, mention.column, mention.line)
                yield mention.token, _hit(mention.token, place, f"{mention.token} is reactivated, but was superseded")
        ended |= {pair.old for pair in session.supersessions}


def _ended_before(graph: MemoryGraph, fact: Fact, session: Session) -> bool:
    """Tell by the day on which a successor was created; without one the footer counts as older."""
    successors = (new for name in fact.footer.ids("superseded-by") for new in graph.by_id.get(name, ()))
    days = [new.created for new in successors if new.created]
    return not days or min(days) <= session.day


def _hit(subject: str, place: Location, message: str) -> Hit:
    fix = "Go on with the successor, or record a new decision that supersedes it."
    return Hit(subject, place, message, fix)
