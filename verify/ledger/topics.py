"""Which decisions stand on each topic, and what they say."""

from array import array
from collections import OrderedDict

from verify.ledger.positions import Positions

_NONE, _SEVERAL = -1, -2


class Topics:
    """The active decisions on each topic, nearly always one, by the hash of what they say.

    A hash of 64 bits with a secret of this process stands for a text. Equal texts are never taken for
    different ones, and to hold the texts themselves would take most of the memory of a large ledger.
    """

    def __init__(self) -> None:
        self._numbers = Positions()
        """A number for each topic."""
        self._single = array("q")
        """For each topic the only active decision on it, none, or several."""
        self._several: dict[int, OrderedDict[int, OrderedDict[int, None]]] = {}
        """Where there were several at a time: those on a topic, by what they say.

        Ordered dictionaries, because the first key of a plain one is searched behind all that were removed.
        """
        self._topic = array("q")
        """For each position the topic of an active decision, or none."""
        self._said = array("q")
        """For each position what an active decision says."""

    def other(self, topic: str, text: str) -> int | None:
        """Return an active decision on a topic that says something else; None if there is none."""
        number = self._numbers.find(topic)
        single = _NONE if number is None else self._single[number]
        if number is None or single == _NONE:
            return None
        said = hash(text)
        if single == _SEVERAL:
            return next((next(iter(held)) for one, held in self._several[number].items() if one != said), None)
        return single if self._said[single] != said else None

    def add(self, at: int, topic: str, text: str) -> None:
        """Remember a decision that stands."""
        number = self._numbers.setdefault(topic, len(self._numbers))
        if number == len(self._single):
            self._single.append(_NONE)
        self._put(at, number, hash(text))

    def _put(self, at: int, number: int, said: int) -> None:
        missing = at + 1 - len(self._topic)
        if missing > 0:
            self._topic.extend([_NONE] * missing)
            self._said.extend([0] * missing)
        self._topic[at], self._said[at] = number, said
        single = self._single[number]
        if single == _NONE:
            self._single[number] = at
            return
        if single != _SEVERAL:
            self._single[number] = _SEVERAL
            self._several[number] = OrderedDict({self._said[single]: OrderedDict({single: None})})
        self._several[number].setdefault(said, OrderedDict())[at] = None

    def reword(self, at: int, text: str) -> None:
        """Let a decision say something else, if it stands on a topic."""
        number = self._take(at)
        if number != _NONE:
            self._put(at, number, hash(text))

    def remove(self, at: int) -> None:
        """Forget a decision, if it stands on a topic."""
        self._take(at)

    def _take(self, at: int) -> int:
        number = self._topic[at] if at < len(self._topic) else _NONE
        if number == _NONE:
            return _NONE
        self._topic[at] = _NONE
        if self._single[number] == at:
            self._single[number] = _NONE
            return number
        several, said = self._several[number], self._said[at]
        del several[said][at]
        if not several[said]:
            del several[said]
        if not several:
            del self._several[number]
            self._single[number] = _NONE
        return number
