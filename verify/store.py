"""Keeps packs of records between runs, in one SQLite file beside the objects of a repository.

Nothing here may fail a run: what cannot be read is not there, what is damaged or of another version is
thrown away, and what cannot be written is not kept.
"""

import hashlib
import os
import stat
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from verify import pack_table
from verify.pack_table import DamagedError

if TYPE_CHECKING:
    import sqlite3

FILE = "history.sqlite"
_BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite may write, or read, beside its file."""
_FILE_CAP = 2 * pack_table.SIZE_CAP
_PATIENCE = 1.0
"""Seconds to wait for a process that is writing."""
_NAMES_ANOTHER = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names another file, which SQLite would remove."""
_T = TypeVar("_T")


def is_wanted() -> bool:
    """Whether anything may be kept; in CI an answer on disk could be forged by the one who is checked."""
    return os.environ.get("CI", "").lower() in {"", "0", "false"}


def folder_for(common: Path) -> Path | None:
    """Return where to keep what belongs to a git directory: in it, or in the user's cache if it is read-only."""
    ours = common / "verify"
    if os.access(ours if os.path.lexists(ours) else common, os.W_OK):
        return ours
    return cache_for(common)


def cache_for(place: Path) -> Path | None:
    """Return where to keep, in the user's cache, what belongs to a folder."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))  # noqa: PTH111 - never raises
    name = hashlib.sha256(os.fsencode(place)).hexdigest()[:32]
    # Nothing is written into what is checked.
    outside = cache.is_absolute() and not cache.resolve().is_relative_to(place.resolve())
    return cache / "memory-verify" / name if outside else None


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
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self._is_safe() or len(content) > pack_table.RAW_CAP:
            return False
        packed = pack_table.packed(self._version, scope, content)
        return bool(self._ask(lambda database: self._put(database, scope, packed, alone)))

    def throw_away(self) -> None:
        """Remove all that is kept."""
        if self._is_plain():
            for path in self._paths():
                with suppress(OSError):
                    path.unlink()

    def _paths(self) -> tuple[Path, ...]:
        return self._file, *(self._file.with_name(FILE + end) for end in _BESIDE)

    def _is_plain(self) -> bool:
        """Whether nothing stands in its place that is no plain file of a plain folder, such as a link."""
        try:
            if not stat.S_ISDIR(os.lstat(self._folder).st_mode):
                return False
            return all(stat.S_ISREG(os.lstat(path).st_mode) for path in self._paths() if os.path.lexists(path))
        except OSError:
            return False

    def _is_safe(self) -> bool:
        """Whether SQLite may open what stands there, after it was thrown away if it may not."""
        if not self._is_plain():
            return False
        try:
            if self._is_forged():
                self.throw_away()
        except OSError:
            return False
        return True

    def _is_forged(self) -> bool:
        if any(os.lstat(path).st_size > _FILE_CAP for path in self._paths() if os.path.lexists(path)):
            return True
        with suppress(FileNotFoundError), self._file.with_name(f"{FILE}-journal").open("rb") as journal:
            journal.seek(max(os.fstat(journal.fileno()).st_size - len(_NAMES_ANOTHER), 0))
            return journal.read() == _NAMES_ANOTHER
        return False

    def _ask(self, work: Callable[["sqlite3.Connection"], _T]) -> _T | None:
        import sqlite3  # noqa: PLC0415 - wanted for history only

        try:
            with closing(sqlite3.connect(self._file, timeout=_PATIENCE, isolation_level=None)) as database:
                pack_table.limit(database)
                return work(database)
        except sqlite3.Error as error:
            passing = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
            passing |= {sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in passing:
                self.throw_away()
        except (DamagedError, zlib.error, ValueError, TypeError):
            self.throw_away()
        except (OSError, MemoryError):
            pass
        return None

    def _packs(self, database: "sqlite3.Connection", scope: str) -> list[bytes]:
        if not pack_table.is_current(database, self._version):
            return []
        self._newest[scope], contents = pack_table.packs(database, self._version, scope)
        return contents

    def _put(self, database: "sqlite3.Connection", scope: str, packed: bytes, alone: bool) -> bool:
        behind = self._newest.get(scope, 0)
        number = pack_table.put(database, self._version, scope, packed, alone=alone, behind=behind)
        self._newest[scope] = number or behind
        return number is not None
