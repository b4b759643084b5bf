"""A table from names to positions that takes some forty bytes a name; a dictionary takes four times as many."""

from array import array
from collections.abc import Iterator, Mapping
from itertools import islice

_SMALLEST = 16


class Positions(Mapping[str, int]):
    """The position that was given first for each name, in that order; names can only be added."""

    def __init__(self) -> None:
        self._names = bytearray()
        self._ends = array("Q", [0])
        self._positions = array("q")
        self._slots = array("I", bytes(4 * _SMALLEST))
        """For each slot the number of a name, from 1; 0 is free. At most half of them are taken."""

    def setdefault(self, name: str, position: int) -> int:
        """Return the position of a name, which is this one if it has none yet."""
        packed = _packed(name)
        slot = self._slot(packed)
        if known := self._slots[slot]:
            return self._positions[known - 1]
        self._names += packed
        self._ends.append(len(self._names))
        self._positions.append(position)
        self._slots[slot] = len(self._positions)
        if 2 * len(self._positions) > len(self._slots):
            self._grow()
        return position

    def find(self, name: str) -> int | None:
        """Return the position of a name, None if it has none."""
        known = self._slots[self._slot(_packed(name))]
        return self._positions[known - 1] if known else None

    def _slot(self, packed: bytes) -> int:
        """Return the slot of a name, or the free one that it would get."""
        slots, ends, last = self._slots, self._ends, len(self._slots) - 1
        slot = hash(packed) & last
        while (known := slots[slot]) and self._names[ends[known - 1] : ends[known]] != packed:
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        last = 2 * len(self._slots) - 1
        slots = self._slots = array("I", bytes(4 * (last + 1)))
        for number, packed in enumerate(self._all, 1):
            slot = hash(packed) & last
            while slots[slot]:
                slot = (slot + 1) & last
            slots[slot] = number

    @property
    def _all(self) -> Iterator[bytes]:
        start = 0
        for end in islice(self._ends, 1, None):
            yield bytes(self._names[start:end])
            start = end

    def __getitem__(self, name: str) -> int:
        position = self.find(name)
        if position is None:
            raise KeyError(name)
        return position

    def __iter__(self) -> Iterator[str]:
        return (packed.decode("utf-8", "surrogatepass") for packed in self._all)

    def __len__(self) -> int:
        return len(self._positions)


def _packed(name: str) -> bytes:
    # What is asked for may come from a command line, and be no Unicode.
    return name.encode("utf-8", "surrogatepass")
