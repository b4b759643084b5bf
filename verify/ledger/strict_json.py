"""One line of JSON, read so that no two readers could see two different records in it."""

import json
from collections.abc import Iterator
from json.encoder import encode_basestring
from math import isfinite
from typing import Any

from verify.ledger.errors import LineError

SAFE_INTEGER = 2**53 - 1
_DIGITS = len(str(SAFE_INTEGER)) + 1
_SHOWN = 40


def read_object(raw: bytes) -> dict[str, Any]:
    """Return the object on a line. Raises LineError."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LineError("is not UTF-8") from error
    try:
        value = _decoded(text)
    except RecursionError as error:
        raise LineError("is nested too deeply") from error
    except json.JSONDecodeError as error:
        raise LineError("is no JSON") from error
    if not isinstance(value, dict):
        raise LineError("is no JSON object")
    if b"\\u" in raw:
        _refuse_lone_surrogates(value)
    return value


def _decoded(text: str) -> Any:
    if text[:1] == "{" and text[-1:] == "}":
        # Nearly every line; so it is not searched for white space around the object.
        value, end = _DECODER.raw_decode(text)
        if end == len(text):
            return value
    return _DECODER.decode(text)


def shown(value: object) -> str:
    """Return a value as JSON for a message, cut short."""
    text = encode_basestring(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names: set[str] = set()
        twice = next(name for name, _ in pairs if name in names or names.add(name))  # type: ignore[func-returns-value]
        raise LineError(f"has the key {shown(twice)} twice")
    return found


def _constant(name: str) -> None:
    raise LineError(f"holds {name}, which is no JSON")


def _integer(text: str) -> int:
    # Very long numbers are not even converted: that takes quadratic time.
    number = int(text) if len(text) <= _DIGITS else SAFE_INTEGER + 1
    if abs(number) > SAFE_INTEGER:
        raise LineError(f"holds the integer {text[:_SHOWN]}, which not every reader can hold")
    return number


def _float(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise LineError("holds a number that is too large")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_integer, parse_float=_float)


def _refuse_lone_surrogates(value: object) -> None:
    for text in _strings(value):
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise LineError("holds half of a surrogate pair") from error


def _strings(value: object) -> Iterator[str]:
    queue = [value]
    while queue:
        one = queue.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            queue += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            queue += one
