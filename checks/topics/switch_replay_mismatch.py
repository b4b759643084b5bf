"""Recorded switches that lead elsewhere."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from verify.check import check
from verify.graph.topics import TopicsGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, Severity
from verify.model.topics import CLOSED, Layout, Switch


@check(Severity.WARNING, needs=Evidence.TOPICS, uses=(Evidence.SWITCHES,))
def switch_replay_mismatch(graph: TopicsGraph) -> Iterator[Hit]:
    """The recorded switches do not lead to the topic that is active.

    ## What it finds
    Where the index is an object, in `topicSwitches` of `metrics.json`: a switch that leaves another topic
    than the one that was entered before; a last switch to a topic that is neither active nor closed now;
    another number of switches than `switchCount`. One finding a workspace, the first of these. The creation
    of a topic leaves none, and a switch from a topic to itself is fine.

    ## Why it matters
    The tools record each switch. Where the record does not fit, the pointer was changed without them, and
    what was said meanwhile may be filed with the wrong topic.

    ## How to fix
    Switch with the command. If the pointer is right, nothing else needs to be done than to add the switch.
    """
    metrics = graph.workspace.metrics
    if metrics is None or metrics.switches is None or graph.index.layout is not Layout.MANAGER:
        return
    wrong = _broken_step(metrics.switches) or _wrong_end(graph, metrics.switches[-1:]) or _wrong_count(graph)
    if wrong:
        yield Hit(
            subject=metrics.path,
            location=Location(metrics.path),
            message=wrong,
            fix="Switch with the command; if the pointer is right, add the switch that is missing.",
        )


def _broken_step(switches: Sequence[Switch]) -> str:
    for number, (before, switch) in enumerate(pairwise(switches), 2):
        if switch.type == "switch" and switch.origin and switch.origin != before.target:
            return f"switch {number} leaves {switch.origin}, but the one before it entered {before.target}"
    return ""


def _wrong_end(graph: TopicsGraph, last: Sequence[Switch]) -> str:
    target = last[0].target if last else None
    entry = graph.by_id.get(target or "")
    if target is None or target == graph.index.active_topic or (entry and entry.status == CLOSED):
        return ""
    return f"the last switch entered {target}, but the active topic is {graph.index.active_topic or 'null'}"


def _wrong_count(graph: TopicsGraph) -> str:
    active, metrics = graph.workspace.active, graph.workspace.metrics
    count = active.switch_count if active else None
    recorded = len(metrics.switches or ()) if metrics else 0
    return f"{recorded} switches are recorded, but switchCount is {count}" if count not in {None, recorded} else ""
