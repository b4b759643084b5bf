"""The packs in a SQLite file. What is not just as it is written here is damage, whoever did it.

A file may be forged: reading one costs no more than what a real one may cost.
"""

import hashlib
import zlib
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

SIZE_CAP = 128 * 1024 * 1024
"""Bytes of all packs together; beyond it the oldest are thrown out."""
RAW_CAP = 64 * 1024 * 1024
"""Bytes of the packs of one scope, unpacked."""
_PACKS_CAP = 1000
_STEPS_CAP = 10_000
"""Thousands of steps of SQLite in one run."""
_SETTINGS = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = OFF;"
_TABLES = (
    "CREATE TABLE about (version TEXT NOT NULL)",
    "CREATE TABLE pack (number INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT, content BLOB)",
)
_SCHEMA = {("table", sql) for sql in (*_TABLES, "CREATE TABLE sqlite_sequence(name,seq)")}
_NEWEST = "SELECT coalesce(max(number), 0) FROM pack WHERE scope = ?"
_OLDEST = "SELECT scope FROM pack GROUP BY scope ORDER BY max(number) LIMIT 1"
_CHECKSUM = hashlib.sha256().digest_size


class DamagedError(Exception):
    """What is kept is not as any run has written it."""


def packed(version: str, scope: str, content: bytes) -> bytes:
    """Return a pack with its checksum in front."""
    small = zlib.compress(content, 1)
    return _checksum(version, scope, small) + small


def limit(database: "sqlite3.Connection") -> None:
    """Let nothing that stands in the file run, and bound the work and the memory that it may cost."""
    import sqlite3  # noqa: PLC0415 - wanted for history only

    steps = count()
    database.set_progress_handler(lambda: next(steps) > _STEPS_CAP, 1000)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, SIZE_CAP + 4096)
    database.executescript(_SETTINGS)


def is_current(database: "sqlite3.Connection", version: str) -> bool:
    """Whether the tables are of this version. Raises DamagedError if there are others, or views, or triggers."""
    found = database.execute("SELECT type, sql FROM sqlite_schema LIMIT 4").fetchall()
    # Another process may have made the file and nothing in it yet.
    if not found:
        return False
    if len(found) != len(_SCHEMA) or set(found) != _SCHEMA:
        raise DamagedError("these are not the tables of this tool")
    if database.execute("PRAGMA journal_mode").fetchone() != ("delete",):
        raise DamagedError("this tool keeps no log of writes")
    return database.execute("SELECT version FROM about LIMIT 2").fetchall() == [(version,)]


def packs(database: "sqlite3.Connection", version: str, scope: str) -> tuple[int, list[bytes]]:
    """Return the number of the newest pack of a scope and the content of all, oldest first. Raises DamagedError."""
    asked = "SELECT number, content FROM pack WHERE scope = ? ORDER BY number LIMIT ?"
    numbers, contents, read, raw = [0], [], 0, 0
    for number, content in database.execute(asked, [scope, _PACKS_CAP]):
        if type(content) is not bytes or read + len(content) > SIZE_CAP:
            raise DamagedError("a pack is no pack, or there are more than were written")
        read += len(content)
        numbers.append(number)
        contents.append(_unpacked(version, scope, content, RAW_CAP - raw))
        raw += len(contents[-1])
    return numbers[-1], contents


def put(
    database: "sqlite3.Connection", version: str, scope: str, content: bytes, *, alone: bool, behind: int
) -> int | None:
    """Add a pack behind the one with this number, or alone; return its number, None if it does not fit."""
    database.execute("PRAGMA auto_vacuum = FULL")
    database.execute("BEGIN IMMEDIATE")
    if not is_current(database, version):
        _begin(database, version)
    (newest,) = database.execute(_NEWEST, [scope]).fetchone()
    if alone:
        database.execute("DELETE FROM pack WHERE scope = ?", [scope])
    number = None
    if (alone or newest == behind) and _make_room(database, scope, len(content)):
        number = database.execute("INSERT INTO pack (scope, content) VALUES (?, ?)", [scope, content]).lastrowid
    database.execute("COMMIT")
    return number


def _begin(database: "sqlite3.Connection", version: str) -> None:
    if not database.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        for statement in _TABLES:
            database.execute(statement)
    for statement in ("DELETE FROM about", "DELETE FROM pack"):
        database.execute(statement)
    database.execute("INSERT INTO about VALUES (?)", [version])


def _make_room(database: "sqlite3.Connection", scope: str, size: int) -> bool:
    """Throw out the oldest scopes until a pack fits; tell whether it still stands behind those of its scope."""
    while database.execute("SELECT coalesce(sum(length(content)), 0) FROM pack").fetchone()[0] + size > SIZE_CAP:
        oldest = database.execute(_OLDEST).fetchone()
        if oldest is None or oldest[0] == scope:
            database.execute("DELETE FROM pack WHERE scope = ?", [scope])
            return False
        database.execute("DELETE FROM pack WHERE scope IS ?", oldest)
    return True


def _unpacked(version: str, scope: str, content: bytes, cap: int) -> bytes:
    checksum, small = content[:_CHECKSUM], content[_CHECKSUM:]
    if checksum != _checksum(version, scope, small):
        raise DamagedError("a pack is damaged")
    reader = zlib.decompressobj()
    # A cap of 0 would be none.
    raw = reader.decompress(small, cap + 1)
    if len(raw) > cap or not reader.eof or reader.unused_data:
        raise DamagedError("a pack is cut off, or larger than any that was written")
    return raw


def _checksum(version: str, scope: str, small: bytes) -> bytes:
    return hashlib.sha256(f"{version}\0{scope}\0".encode() + small).digest()
