"""The entries of one file, each packed into a few bytes and built anew whenever it is asked for."""

import marshal
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import eq
from typing import overload

from verify.model.entry import Entry, EntryType, Seal

_TYPES = tuple(EntryType)


class Rows(Sequence[Entry]):
    """Entries in a third of the memory that they take as objects; they can only be appended."""

    def __init__(self) -> None:
        self._packed = bytearray()
        self._ends = array("Q", [0])

    def append(self, entry: Entry) -> None:
        """Add an entry at the end."""
        line, name, kind, *rest, seal = entry
        # marshal, because these bytes never leave the process.
        self._packed += marshal.dumps((line, name, _TYPES.index(kind), *rest, tuple(seal) if seal else None))
        self._ends.append(len(self._packed))

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | Sequence[Entry]:
        found = range(len(self))[at]
        if isinstance(found, int):
            return _entry(self._packed[self._ends[found] : self._ends[found + 1]])
        return tuple(self[one] for one in found)

    def __iter__(self) -> Iterator[Entry]:
        start = 0
        for end in islice(self._ends, 1, None):
            yield _entry(self._packed[start:end])
            start = end

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]


def _entry(packed: bytearray) -> Entry:
    line, name, kind, ref, text, reasoned, topic, session, depends_on, seal = marshal.loads(packed)
    sealed = Seal(*seal) if seal else None
    return Entry(line, name, _TYPES[kind], ref, text, reasoned, topic, session, depends_on, sealed)
