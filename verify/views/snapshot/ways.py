"""The way of one thing up to the vision, as notes below its statement."""

from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.model.facts import Fact
from verify.model.snapshot import Cited, Statement, Words
from verify.model.trace import Step
from verify.views.snapshot.quoting import at
from verify.views.trace.steps import Steps
from verify.views.trace.up import Up

_MOST = 3
_DEEPEST = 8


def ways(graph: MemoryGraph, fact: Fact) -> tuple[Statement, ...]:
    """Return the ways up that are told of a fact, or that there is none."""
    # What was climbed once is not told again, so that each way needs a climber of its own.
    steps = Up(graph, Steps(graph)).above(fact)
    found = [_way(path, fact) for step in steps for path in _paths(step, ())]
    if not found:
        return (Statement(("it names nothing that it serves",), (at(fact.location),)),)
    more = len(found) - _MOST
    told = found[:_MOST]
    if more > 0:
        told.append(Statement((f"and {more} more ways up",), (at(fact.location),)))
    return tuple(told)


def _paths(step: Step, above: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    path = (*above, step)
    if not step.steps or len(path) >= _DEEPEST:
        yield path
    for further in step.steps if len(path) < _DEEPEST else ():
        yield from _paths(further, path)


def _way(path: tuple[Step, ...], start: Fact) -> Statement:
    words: Words = ()
    for step in path:
        link = f"{step.link.value} " if step.link else ""
        kind = ", ".join(part for part in (step.kind.value, step.standing) if part)
        words = (*words, f"{', which ' if words else ''}{link}", Cited(step.name), f" ({kind})")
    last = path[-1]
    if last.broken:
        words = (*words, ": BROKEN, it ", Cited(last.broken))
    elif last.again:
        words = (*words, ", and on as told above")
    places = dict.fromkeys(at(step.place) for step in path if step.place)
    return Statement(words, tuple(places) or (at(start.location),))
