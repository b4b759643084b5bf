"""Where something stands."""

from typing import NewType

from msgspec import Struct

FactId = NewType("FactId", str)
Stem = NewType("Stem", str)
CommitId = NewType("CommitId", str)
BlobId = NewType("BlobId", str)
Day = NewType("Day", str)
"""A calendar day, ``YYYY-MM-DD``; such texts sort by time."""


class Location(Struct, frozen=True, array_like=True, gc=False):
    """A place in a file: path relative to the repository root, lines and columns from 1."""

    path: str
    line: int = 1
    column: int = 1
    end_line: int | None = None
