"""JSON as strictly as the tools read it, and stricter where they would silently lose something."""

import json
from collections.abc import Iterable
from typing import Any, NoReturn

from verify.readers.topics.places import repeated_key

BYTE_ORDER_MARK = "\ufeff"


class MalformedError(Exception):
    """A text that is no JSON object; ``line`` counts from 1, ``mild`` where only the tools refuse it."""

    def __init__(self, message: str, line: int = 1, *, mild: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.mild = mild


class _RepeatedKeyError(ValueError):
    pass


class _NoNumberError(ValueError):
    pass


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        raise _RepeatedKeyError(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return table


def _refuse(name: str) -> NoReturn:
    raise _NoNumberError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse)


def read_object(text: str) -> dict[str, Any]:
    """Return the only value of a text, which must be an object. Raises MalformedError."""
    if text.startswith(BYTE_ORDER_MARK):
        raise MalformedError("begins with a byte order mark, which the tools refuse", mild=True)
    try:
        value = _DECODER.decode(text)
    except _RepeatedKeyError as error:
        raise MalformedError(f"the key {error.args[0][:80]!r} stands twice", repeated_key(text) or 1) from None
    except _NoNumberError as error:
        raise MalformedError(f"{error.args[0]} is no JSON", _line_of(text, error.args[0])) from None
    except json.JSONDecodeError as error:
        raise MalformedError(f"is no JSON ({error.msg.lower()} at column {error.colno})", error.lineno) from None
    except RecursionError:
        raise MalformedError("is nested too deeply") from None
    except ValueError:
        raise MalformedError("holds a number that is too long") from None
    if not isinstance(value, dict):
        raise MalformedError("is no JSON object")
    return value


def _line_of(text: str, word: str) -> int:
    return text.count("\n", 0, max(text.find(word), 0)) + 1


def text(table: dict[str, Any], key: str) -> str | None:
    """Return a field that is a text and not empty; else None."""
    value = table.get(key)
    return value if isinstance(value, str) and value else None


def number(table: dict[str, Any], key: str) -> int | None:
    """Return a field that is a whole number; else None."""
    value = table.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def tables(values: object) -> Iterable[dict[str, Any]]:
    """Yield the objects of a list; nothing if it is none."""
    return (value for value in values if isinstance(value, dict)) if isinstance(values, list) else ()
