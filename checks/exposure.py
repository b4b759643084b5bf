"""What the two checks for exposed values have in common."""

from collections.abc import Callable, Iterator

from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.memory import SuspectLine
from verify.model.report import Hit, Value
from verify.secrets import WAIVER, Exposed

_Place = tuple[SuspectLine, Exposed]


def exposed(graph: MemoryGraph, find: Callable[[str], Iterator[Exposed]], fix: str) -> Iterator[Hit]:
    """Yield one hit a file and kind, at its first line; tagged lines apart, as waived."""
    found: dict[tuple[str, str, bool], list[_Place]] = {}
    for line in graph.memory.suspects:
        for value in find(line.text):
            key = (line.path, value.kind.value, WAIVER in line.text)
            found.setdefault(key, []).append((line, value))
    for (path, kind, waived), places in found.items():
        line, value = places[0]
        yield Hit(
            subject=path,
            location=Location(path, line.number, value.start + 1, line.number),
            message=f"{kind} ({len(places)} in this file)",
            fix=fix,
            waived=f"the line is tagged {WAIVER}" if waived else None,
            sensitive=True,
            values=tuple(_value(line, value) for line, value in places),
        )


def _value(line: SuspectLine, value: Exposed) -> Value:
    # One that is tagged is another than the same without a tag: either way the change is told.
    tagged = WAIVER if WAIVER in line.text else ""
    return Value.of(f"{tagged}\0{line.text[value.start : value.end]}", line.number, value.start + 1)
