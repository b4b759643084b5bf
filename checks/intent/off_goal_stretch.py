"""Many sessions without a goal in sight."""

from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Related, Severity


@check(Severity.WARNING)
def off_goal_stretch(graph: MemoryGraph, *, goal_window: int = 10) -> Iterator[Hit]:
    """The newest sessions reference nothing that leads to a vision.

    ## What it finds
    `goal_window` sessions in a row, the newest that reference anything, and none reaches a vision: not by
    what it references, nor by what that serves or realizes, nor by the session from which it came. With
    fewer sessions, without a confirmed vision, or if no session ever reached one, nothing is said.

    ## Why it matters
    One session off the goal is nothing. Ten in a row are a change of direction that nobody decided.

    ## How to fix
    Say what the work serves, or change the vision with the person whose it is.
    """
    visions = graph.confirmed_visions
    stretch = graph.intent.off_goal(goal_window) if visions else ()
    if stretch:
        yield Hit(
            subject=visions[0].id,
            location=visions[0].location,
            message=f"none of the newest {len(stretch)} sessions with references leads to a vision",
            fix="Say what the work serves, or change the vision with the person whose it is.",
            related=tuple(Related(Location(s.path), f"session {s.stem} reaches no vision") for s in stretch),
            rests_on=(Evidence.FACTS, Evidence.SESSIONS),
        )
