"""Keeps packs of records between runs, in one SQLite file beside the objects of a repository.

Nothing here may fail a run or change its answer: what cannot be read is not there, what is damaged
or of another version is thrown away, and what cannot be written is not kept.
"""

import hashlib
import os
import stat
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import sqlite3

FILE = "history.sqlite"
SIZE_CAP = 128 * 1024 * 1024
"""Bytes of all packs together; beyond it the oldest are thrown out."""
_RAW_CAP = 8 * SIZE_CAP
_PATIENCE = 1.0
"""Seconds to wait for a process that is writing."""
_SETTINGS = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = OFF;"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS about (version TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS pack (number INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT, content BLOB)",
)
_NEWEST = "SELECT coalesce(max(number), 0) FROM pack WHERE scope = ?"
_OLDEST = "SELECT scope FROM pack GROUP BY scope ORDER BY max(number) LIMIT 1"
_T = TypeVar("_T")


def is_wanted() -> bool:
    """Whether anything may be kept; in CI an answer on disk could be forged by the one who is checked."""
    return os.environ.get("CI", "").lower() in {"", "0", "false"}


def folder_for(common: Path) -> Path | None:
    """Return where to keep what belongs to a git directory: in it, or in the user's cache if it is read-only."""
    ours = common / "verify"
    if os.access(ours if os.path.lexists(ours) else common, os.W_OK):
        return ours
    cache = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))  # noqa: PTH111 - never raises
    name = hashlib.sha256(os.fsencode(common)).hexdigest()[:32]
    return cache / "memory-verify" / name if cache.is_absolute() else None


class Store:
    """Packs by scope, of which each adds to those before it."""

    def __init__(self, folder: Path, version: str) -> None:
        self._folder = folder
        self._file = folder / FILE
        self._version = version
        self._newest: dict[str, int] = {}

    def read(self, scope: str) -> list[bytes]:
        """Return the packs of a scope, oldest first; none if anything is wrong with them."""
        if not self._is_safe() or not os.path.lexists(self._file):
            return []
        return self._ask(lambda database: self._packs(database, scope)) or []

    def add(self, scope: str, content: bytes, *, alone: bool) -> bool:
        """Keep one more pack, or one ``alone`` instead of all others of its scope; tell whether it is kept.

        One more is not if another process added one since this one read the scope.
        """
        packed = zlib.compress(content, 1)
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self._is_safe() or len(content) > _RAW_CAP:
            return False
        return bool(self._ask(lambda database: self._put(database, scope, packed, alone)))

    def _is_safe(self) -> bool:
        """Whether nothing stands in its place that is no plain file of a plain folder, such as a link."""
        try:
            if not stat.S_ISDIR(os.lstat(self._folder).st_mode):
                return False
            files = (self._file, self._file.with_name(f"{FILE}-journal"))
            return all(stat.S_ISREG(os.lstat(file).st_mode) for file in files if os.path.lexists(file))
        except OSError:
            return False

    def _ask(self, work: Callable[["sqlite3.Connection"], _T]) -> _T | None:
        import sqlite3  # noqa: PLC0415 - wanted for history only

        try:
            with closing(sqlite3.connect(self._file, timeout=_PATIENCE, isolation_level=None)) as database:
                database.executescript(_SETTINGS)
                return work(database)
        except sqlite3.Error as error:
            passing = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
            passing |= {sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in passing:
                self._throw_away()
        except (zlib.error, ValueError, TypeError):
            self._throw_away()
        except (OSError, MemoryError):
            pass
        return None

    def _throw_away(self) -> None:
        for name in (FILE, f"{FILE}-journal"):
            with suppress(OSError):
                (self._folder / name).unlink()

    def _packs(self, database: "sqlite3.Connection", scope: str) -> list[bytes]:
        if not self._is_current(database):
            return []
        rows = database.execute("SELECT number, content FROM pack WHERE scope = ? ORDER BY number", [scope]).fetchall()
        self._newest[scope] = rows[-1][0] if rows else 0
        return [_unpacked(content) for _, content in rows]

    def _is_current(self, database: "sqlite3.Connection") -> bool:
        # Another process may have made the file and nothing in it yet.
        if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'about'").fetchone():
            return False
        return database.execute("SELECT version FROM about").fetchall() == [(self._version,)]

    def _put(self, database: "sqlite3.Connection", scope: str, packed: bytes, alone: bool) -> bool:
        database.execute("PRAGMA auto_vacuum = FULL")
        database.execute("BEGIN IMMEDIATE")
        if not self._is_current(database):
            self._begin(database)
        (newest,) = database.execute(_NEWEST, [scope]).fetchone()
        if alone:
            database.execute("DELETE FROM pack WHERE scope = ?", [scope])
        fits = (alone or newest == self._newest.get(scope, 0)) and _make_room(database, scope, len(packed))
        if fits:
            added = database.execute("INSERT INTO pack (scope, content) VALUES (?, ?)", [scope, packed])
            self._newest[scope] = added.lastrowid or 0
        database.execute("COMMIT")
        return fits

    def _begin(self, database: "sqlite3.Connection") -> None:
        for statement in (*_TABLES, "DELETE FROM about", "DELETE FROM pack"):
            database.execute(statement)
        database.execute("INSERT INTO about VALUES (?)", [self._version])


def _make_room(database: "sqlite3.Connection", scope: str, size: int) -> bool:
    """Throw out the oldest scopes until a pack fits; tell whether it still stands behind those of its scope."""
    while database.execute("SELECT coalesce(sum(length(content)), 0) FROM pack").fetchone()[0] + size > SIZE_CAP:
        oldest = database.execute(_OLDEST).fetchone()
        if oldest is None or oldest[0] == scope:
            database.execute("DELETE FROM pack WHERE scope = ?", [scope])
            return False
        database.execute("DELETE FROM pack WHERE scope = ?", oldest)
    return True


def _unpacked(content: bytes) -> bytes:
    reader = zlib.decompressobj()
    raw = reader.decompress(content, _RAW_CAP)
    if not reader.eof:
        raise ValueError("a pack is cut off, or larger than any that was written")
    return raw
