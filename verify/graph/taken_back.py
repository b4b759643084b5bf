"""Changes that were taken back: what was put back as it was needs no explanation any more, and neither does that."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

_Value = TypeVar("_Value", bound=Hashable)


class Step(Struct, Generic[_Value], frozen=True):
    """What one commit made of something; ``at`` is the position of the commit."""

    name: str
    at: int
    old: _Value
    new: _Value
    counts: bool
    """Whether it would need an explanation."""


def taken_back(steps: Sequence[Step[_Value]], descends: Callable[[int, int], bool]) -> set[int]:
    """Return the numbers of the steps that count and that a later one undid, and of those that undid them.

    ``descends`` tells whether one commit has another among its ancestors.
    """
    found: set[int] = set()
    for numbers in _by_name(steps):
        for one in (number for number in numbers if steps[number].counts):
            undone = (two for two in numbers if steps[two].new == steps[one].old and steps[one].old != steps[one].new)
            later = next((two for two in undone if descends(steps[two].at, steps[one].at)), None)
            if later is not None:
                found |= {one, later}
    return found


def _by_name(steps: Iterable[Step[_Value]]) -> Iterator[list[int]]:
    numbers: dict[str, list[int]] = {}
    for number, step in enumerate(steps):
        numbers.setdefault(step.name, []).append(number)
    yield from numbers.values()
