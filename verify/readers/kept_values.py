"""Takes the values of a record that was kept. What no run has written is no value: it raises DamagedError."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from verify.pack_table import DamagedError

_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_TIME_CAP = 1 << 63
_T = TypeVar("_T")


def unpack(pack: bytes, take: Callable[[list[Any]], _T]) -> _T:
    """Return what a pack holds. Raises DamagedError, whatever else stands there."""
    import json  # noqa: PLC0415 - most runs find nothing that was kept

    try:
        return take(rows(json.loads(pack)))
    except (ValueError, TypeError, LookupError, RecursionError, MemoryError) as error:
        raise DamagedError("a pack holds what no run has written") from error


def rows(value: Any) -> list[Any]:
    """Take a list."""
    if type(value) is not list:
        raise DamagedError("no list")
    return value


def text(value: Any) -> str:
    """Take a text that can be printed, also one that git told in no known encoding."""
    if type(value) is not str:
        raise DamagedError("no text")
    if not value.isascii():
        value.encode("utf-8", "surrogateescape")
    return value


def name(value: Any) -> str:
    """Take what stands between NULs where git tells it."""
    if "\0" in text(value):
        raise DamagedError("no name")
    return str(value)


def object_id(value: Any) -> str:
    """Take the id of an object."""
    if type(value) is not str or not _ID.fullmatch(value):
        raise DamagedError("no id of an object")
    return value


def number(value: Any) -> int:
    """Take a whole number that is not negative."""
    if type(value) is not int or not 0 <= value < _TIME_CAP:
        raise DamagedError("no number")
    return value


def positions(value: Any) -> list[int]:
    """Take a list of places in another one, of which there may be very many."""
    numbers = rows(value)
    if not set(map(type, numbers)) <= {int} or min(numbers, default=0) < 0:
        raise DamagedError("no positions")
    return numbers


def truth(value: Any) -> bool:
    """Take true or false."""
    if type(value) is not bool:
        raise DamagedError("neither true nor false")
    return value


def pair(value: Any) -> tuple[str, str]:
    """Take two texts."""
    key, told = rows(value)
    return text(key), text(told)
