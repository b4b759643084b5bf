"""Which entries rest on which, in twelve bytes for each time that one names another."""

from array import array
from collections.abc import Iterator

_NONE = -1


class Premises:
    """For each entry those that rest on it, in the order in which they were added: one chain of links each."""

    def __init__(self, entries: int) -> None:
        self._first = array("i", [_NONE]) * entries
        self._last = array("i", [_NONE]) * entries
        self._next = array("i")
        self._resting = array("i")

    def add(self, premise: int, at: int) -> None:
        """Remember that the entry at a position rests on another one."""
        link = len(self._next)
        if self._first[premise] == _NONE:
            self._first[premise] = link
        else:
            self._next[self._last[premise]] = link
        self._last[premise] = link
        self._next.append(_NONE)
        self._resting.append(at)

    def __contains__(self, premise: int) -> bool:
        return self._first[premise] != _NONE

    def on(self, premise: int) -> Iterator[int]:
        """Yield the entries that rest on one."""
        link = self._first[premise]
        while link != _NONE:
            yield self._resting[link]
            link = self._next[link]
