"""Writes so that nothing that was acknowledged is lost, whenever the process ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from verify.errors import RefusedError, UsageError

_FOLLOWED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


@contextmanager
def locked(folder: Path, *, shared: bool = False) -> Iterator[None]:
    """Hold the lock of a folder, which every writer of a ledger in it holds; it ends with the process.

    The folder itself is locked, so that no further file lies about and a rotation changes nothing.
    """
    try:
        handle = _lock(folder, shared=shared)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be locked: {(error.strerror or '').lower()}") from error
    try:
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt
    from hashlib import sha256
    from tempfile import gettempdir
    from time import sleep

    def _lock(folder: Path, *, shared: bool) -> int:
        # Folders cannot be opened there; a file elsewhere stands for this one.
        name = sha256(os.path.normcase(folder.resolve()).encode()).hexdigest()[:32]
        handle = os.open(Path(gettempdir()) / f"verify-{name}.lock", os.O_RDWR | os.O_CREAT)
        while True:
            with suppress(OSError):
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
                return handle
            sleep(0.01)

else:
    import fcntl

    def _lock(folder: Path, *, shared: bool) -> int:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        except BaseException:
            os.close(handle)
            raise
        return handle


def append(place: Path, line: bytes, size: int) -> None:
    """Write one line behind the ``size`` bytes of a file; when this returns, it is on the disk."""
    with _told(place):
        handle = os.open(place, os.O_WRONLY | os.O_APPEND | _FOLLOWED)
        try:
            if os.fstat(handle).st_size != size:
                raise RefusedError(f"{place} was changed by something else meanwhile; try again")
            _write_or_take_back(handle, line, size)
        finally:
            os.close(handle)
        # Whoever made the file may have been stopped before the folder was on the disk.
        _sync_folder(place.parent)


def _write_or_take_back(handle: int, line: bytes, size: int) -> None:
    try:
        if os.write(handle, line) != len(line):
            raise OSError(0, "No space left for the line")
        os.fsync(handle)
    except OSError:
        # Nobody was told of it yet.
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise


def replace(place: Path, content: bytes) -> None:
    """Write a whole file; at any moment it is there as it was or as it will be."""
    beside = prepare(place, content)
    with _removed_if_in_vain(beside):
        move(beside, place)


def prepare(place: Path, content: bytes) -> Path:
    """Write what is to become a file beside it, and return where."""
    beside = place.with_name(f".{place.name}.new")
    with _told(place), _removed_if_in_vain(beside):
        # Whoever left one behind was stopped; the lock tells that nobody is writing it.
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _FOLLOWED, 0o666)
        with os.fdopen(handle, "wb") as file:
            if place.exists():
                os.chmod(beside, place.stat().st_mode & 0o777)  # noqa: PTH101 - tests stop at each call of os
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    return beside


@contextmanager
def _removed_if_in_vain(beside: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, UsageError):
        with suppress(OSError):
            beside.unlink()
        raise


def move(old: Path, new: Path) -> None:
    """Give a file another name; when this returns, the folder on the disk says so."""
    with _told(new):
        os.replace(old, new)  # noqa: PTH105 - tests stop at each call of os
        _sync_folder(new.parent)


def _sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _told(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"{place}: cannot be written: {(error.strerror or '').lower()}") from error
