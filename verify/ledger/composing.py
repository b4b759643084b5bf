"""Makes the lines of a ledger."""

import json
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any

from msgspec import Struct

from verify.errors import UsageError
from verify.ledger.errors import LineError
from verify.ledger.schema import read_entry, read_header
from verify.ledger.strict_json import read_object
from verify.model.entry import Entry, EntryType
from verify.model.ledger import Head, LedgerFile

_SHORT = 8
_PREFIXES = {
    **{EntryType.DECISION: "dec", EntryType.REVERSAL: "rev", EntryType.SUPERSEDE: "sup"},
    **{EntryType.CORRECTION: "cor", EntryType.MERGE: "merge", EntryType.ROTATE: "rotate", EntryType.SEAL: "seal"},
    **{EntryType.CHECKPOINT: "checkpoint"},
}


class Draft(Struct, frozen=True):
    """What an entry is to say."""

    type: EntryType
    body: Mapping[str, Any]
    ref: str | None = None


class Signature(Struct, frozen=True):
    """Who writes an entry, and when; ``id`` if it is not to be made from what the entry says."""

    actor: str
    time: str
    id: str | None = None


def header_line(log_id: str, closed: LedgerFile | None = None, name: str = "") -> bytes:
    """Return the first line of a file, which may continue one that was closed and is called ``name`` now."""
    table: dict[str, Any] = {"v": 1, "log_id": log_id, "alg": "sha256", "mode": "raw-line"}
    if closed:
        table["previous"] = {"file": name, "log_id": log_id, "size": closed.size, "head": closed.digest}
    line = _dumped(table)
    try:
        read_header(read_object(line))
    except LineError as error:
        raise UsageError(f"no header can be made of this: it {error}") from error
    return line


def entry_line(draft: Draft, head: Head, by: Signature, taken: Collection[str]) -> tuple[Entry, bytes]:
    """Return the line of an entry that follows a head, and the entry as it reads. Raises UsageError."""
    said = {"ts": by.time, "type": draft.type.value, "actor": by.actor, "ref": draft.ref, "body": dict(draft.body)}
    name = by.id if by.id is not None else _id(draft.type, by.time, {**said, "prev": head.digest}, taken)
    line = _dumped({"seq": head.depth + 1, "id": name, **said, "prev": head.digest})
    try:
        return read_entry(read_object(line), head.line + 1), line
    except LineError as error:
        raise UsageError(f"no entry can be made of this: it {error}") from error


def _id(kind: EntryType, time: str, said: Mapping[str, Any], taken: Collection[str]) -> str:
    digest = sha256(_dumped(said)).hexdigest()
    names = (f"{_PREFIXES[kind]}-{time[:10]}-{digest[:size]}" for size in range(_SHORT, len(digest) + 1))
    return next(name for name in names if name not in taken)


def _dumped(table: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(table, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError("what is given holds bytes that are not UTF-8, or half of a surrogate pair") from error
