"""Appends one entry to a ledger that verifies, under a lock."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from verify.errors import InputError, UsageError
from verify.ledger import LineError, read_entry, read_native, read_object
from verify.model.ledger import Head, LedgerFile
from verify.readers.source import SIZE_CAP


def append_entry(file: Path, entry: dict[str, Any]) -> None:
    """Append an entry behind the only head; ``seq`` and ``prev`` follow. Raises InputError or UsageError."""
    flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(file, flags)
    except OSError as error:
        raise UsageError(f"{file}: cannot be opened: {error.strerror}") from error
    with os.fdopen(handle, "r+b", buffering=0) as stream:
        _lock(handle)
        head = _head(file, read_native(str(file), stream.read(SIZE_CAP + 1)))
        line = _line({**entry, "seq": head.depth + 1, "prev": head.digest})
        if stream.write(line + b"\n") != len(line) + 1:
            raise InputError(f"{file}: the entry could not be written whole")
        os.fsync(handle)


def _lock(handle: int) -> None:
    # There is none everywhere; the lock goes with the file.
    with suppress(ImportError):
        import fcntl  # noqa: PLC0415

        fcntl.flock(handle, fcntl.LOCK_EX)


def _head(file: Path, read: LedgerFile) -> Head:
    if read.faults or read.chain_break or read.rotated or len(read.heads) != 1 or read.size == 0:
        raise InputError(f"{file}: does not verify, so nothing was appended; see `verify check --select log`")
    return read.heads[0]


def _line(entry: dict[str, Any]) -> bytes:
    order = ("seq", "id", "ts", "type", "actor", "ref", "body", "prev")
    try:
        table = {key: entry[key] for key in order}
        line = json.dumps(table, separators=(",", ":"), ensure_ascii=False).encode()
        read_entry(read_object(line), 0)
    except (LineError, UnicodeEncodeError) as error:
        raise UsageError(f"the entry cannot be written: it {error}") from error
    return line
