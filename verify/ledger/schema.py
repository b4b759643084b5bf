"""Which keys a native header or entry has, and of which type."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from msgspec import Struct

from verify.ledger.errors import LineError
from verify.ledger.strict_json import shown
from verify.model.entry import Entry, EntryType, Seal
from verify.model.ledger import Closed, Header

_Test = Callable[[Any], bool]
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,30})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_ID = re.compile(r"[^\s\x00-\x1f\x7f]{1,200}")
_FILE = re.compile(r"[^/\\\x00-\x1f]{1,200}")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _named(value: Any) -> bool:
    return isinstance(value, str) and value.strip() != "" and "\n" not in value


def is_id(value: Any) -> bool:
    """Whether a value can be the id of an entry."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def _id_or_null(value: Any) -> bool:
    return value is None or is_id(value)


def is_digest(value: Any) -> bool:
    """Whether a value is a SHA-256 in lower-case hexadecimal."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _text_or_texts(value: Any) -> bool:
    return isinstance(value, str) or _texts(value)


def _heads(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(map(is_digest, value)) and len({*value}) == len(value)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _file(value: Any) -> bool:
    return isinstance(value, str) and _FILE.fullmatch(value) is not None and value not in {".", ".."}


def _time(value: Any) -> bool:
    match = _TIME.fullmatch(value) if isinstance(value, str) else None
    return match is not None and _is_day(match.group(1))


@lru_cache(maxsize=64)
def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _equal(wanted: object) -> _Test:
    return lambda value: type(value) is type(wanted) and value == wanted


class _Shape(Struct, frozen=True):
    """The keys that an object may have, each with its test, and those that it must have."""

    tests: Mapping[str, _Test]
    needed: tuple[str, ...]


def _shape(needed: Mapping[str, _Test], allowed: Mapping[str, _Test] | None = None) -> _Shape:
    return _Shape({**needed, **(allowed or {})}, tuple(needed))


_HEADER = _shape(
    {"v": _equal(1), "log_id": _named, "alg": _equal("sha256"), "mode": _equal("raw-line")},
    {"previous": _object},
)
_CLOSED = _shape({"file": _file, "log_id": _named, "size": _count, "head": is_digest})
_ENTRY = _shape(
    {
        **{"seq": _count, "id": is_id, "ts": _time, "type": _text, "actor": _named},
        **{"ref": _id_or_null, "body": _object, "prev": is_digest},
    }
)
_BODIES: Mapping[EntryType, _Shape] = {
    EntryType.DECISION: _shape(
        {"text": _text},
        {"because": _text, "topic": _text, "session": _text, "depends_on": _text_or_texts, "serves": _text_or_texts},
    ),
    EntryType.REVERSAL: _shape({}, {"reason": _text}),
    EntryType.SUPERSEDE: _shape({}, {"reason": _text}),
    EntryType.CORRECTION: _shape({"text": _text, "reason": _text}),
    EntryType.SEAL: _shape({"size": _count, "root": _text, "changed": _texts}, {"because": _text}),
    EntryType.CHECKPOINT: _shape({"size": _count, "root": _text}),
    EntryType.ROTATE: _shape({}, {"file": _file}),
    EntryType.MERGE: _shape({"heads": _heads}),
}
_KINDS = {kind.value: (kind, shape) for kind, shape in _BODIES.items()}


def read_header(table: Mapping[str, Any]) -> Header:
    """Return the header that an object holds. Raises LineError."""
    _hold(table, _HEADER, "the header")
    closed = table.get("previous")
    if closed is not None:
        _hold(closed, _CLOSED, "'previous'")
    return Header(table["log_id"], Closed(**closed) if closed else None)


def read_entry(table: Mapping[str, Any], line: int) -> Entry:
    """Return the entry that an object holds. Raises LineError, with the entry's id if that can be read."""
    try:
        return _entry(table, line)
    except LineError as error:
        name = table.get("id")
        raise LineError(str(error), name if is_id(name) else None) from error


def _entry(table: Mapping[str, Any], line: int) -> Entry:
    _hold(table, _ENTRY, "the entry")
    known = _KINDS.get(table["type"])
    if known is None:
        raise LineError(f"has the unknown type {shown(table['type'])}")
    (kind, shape), body = known, table["body"]
    _hold(body, shape, "the body")
    if kind is EntryType.CORRECTION and table["ref"] is None:
        raise LineError("corrects nothing: 'ref' is null")
    if kind is EntryType.MERGE and body["heads"][0] != table["prev"]:
        raise LineError("has another 'prev' than the first of its heads")
    return Entry(
        line=line,
        id=table["id"],
        type=kind,
        ref=table["ref"],
        text=body.get("text"),
        reason=body.get("because") or body.get("reason"),
        topic=body.get("topic"),
        session=body.get("session"),
        depends_on=_listed(body.get("depends_on")),
        seal=Seal(body["size"], body["root"], tuple(body["changed"])) if kind is EntryType.SEAL else None,
    )


def _listed(value: str | list[str] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def _hold(table: Mapping[str, Any], shape: _Shape, what: str) -> None:
    tests = shape.tests
    for key, value in table.items():
        test = tests.get(key)
        if test is None:
            raise LineError(f"has the unknown key {shown(key)} in {what}")
        if not test(value):
            raise LineError(f"has a wrong value for '{key}' in {what}")
    if len(table) < len(tests):
        missing = next((key for key in shape.needed if key not in table), None)
        if missing is not None:
            raise LineError(f"lacks '{missing}' in {what}")
