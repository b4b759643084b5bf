"""The entries of one file, packed and compressed in blocks, and built anew whenever they are asked for."""

import marshal
from collections.abc import Iterator, Sequence
from operator import eq
from typing import overload
from zlib import compress, decompress

from verify.model.entry import Entry, EntryType, Seal

_TYPES = tuple(EntryType)
_BLOCK = 128
"""Entries that are compressed together; most ledgers have fewer, and nothing of them is compressed."""


class Rows(Sequence[Entry]):
    """Entries in a sixth of the memory that they take as objects; they can only be appended."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._open: list[bytes] = []
        self._unpacked: tuple[int, list[bytes]] = (-1, [])
        """The block that was asked for last, because the next question is mostly about it, too."""

    def append(self, entry: Entry) -> None:
        """Add an entry at the end."""
        line, name, kind, *rest, seal = entry
        # marshal, because these bytes never leave the process.
        self._open.append(marshal.dumps((line, name, _TYPES.index(kind), *rest, tuple(seal) if seal else None)))
        if len(self._open) == _BLOCK:
            self._blocks.append(compress(marshal.dumps(self._open), 1))
            self._open = []

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | Sequence[Entry]:
        found = range(len(self))[at]
        if isinstance(found, int):
            return _entry(self._rows(found // _BLOCK)[found % _BLOCK])
        return tuple(self[one] for one in found)

    def __iter__(self) -> Iterator[Entry]:
        for number in range(len(self._blocks) + 1):
            yield from map(_entry, self._rows(number))

    def _rows(self, number: int) -> list[bytes]:
        if number == len(self._blocks):
            return self._open
        if self._unpacked[0] != number:
            self._unpacked = number, marshal.loads(decompress(self._blocks[number]))
        return self._unpacked[1]

    def __len__(self) -> int:
        return len(self._blocks) * _BLOCK + len(self._open)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]


def _entry(packed: bytes) -> Entry:
    line, name, kind, ref, text, reason, topic, session, depends_on, seal = marshal.loads(packed)
    sealed = Seal(*seal) if seal else None
    return Entry(line, name, _TYPES[kind], ref, text, reason, topic, session, depends_on, sealed)
