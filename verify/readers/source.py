"""What a source of files is, and the one on disk: the only module that opens files."""

import os
import stat
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from time import time_ns
from typing import BinaryIO, Protocol

from verify.answers.footprint import current, names, settled
from verify.model.location import BlobId
from verify.model.report import Problem, ProblemKind

SIZE_CAP = 16 * 1024 * 1024
"""Bytes of one file; a larger one is a problem, not an input."""
DEPTH_CAP = 40
"""Folders inside each other below a memory."""
Identity = tuple[int, int, int, int, int, int] | BlobId
"""What vouches for a content: the state of a file (see ``verify.answers``), or the id of a blob."""


class Source(Protocol):
    """One state of a repository; all paths are POSIX style and relative to its root."""

    def files(self, folder: str) -> Iterator[str | Problem]:
        """Yield, sorted, every file below a folder, and a problem for what cannot be listed."""

    def holds(self, path: str) -> bool:
        """Whether a file or folder of this path exists."""

    def keeps(self, path: str) -> bool:
        """Whether git could keep something at this path: a file, or a folder with a file in it."""

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        """Yield the content of each file that exists, in the order asked for."""

    def identities(self, paths: Iterable[str]) -> Iterator[tuple[str, Identity]]:
        """Yield what vouches for the content of each file without reading it, where anything but the content does."""

    def lists(self, path: str) -> bool:
        """Whether a file or folder of this path is there, spelled in this case, and not by a link that leads out."""

    def link_leads_out(self, path: str) -> bool | None:
        """Whether a symbolic link on the way to a path leaves the repository; None if there is no link."""


def decode(path: str, content: bytes) -> str | Problem:
    """Return the text of a file, or the problem that it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Problem(ProblemKind.UNREADABLE, path, line, "is not UTF-8; save it as UTF-8")


def too_large(path: str) -> Problem:
    """Return the problem of a file over the cap."""
    message = f"is larger than {SIZE_CAP // 1024 // 1024} MiB; split it"
    return Problem(ProblemKind.TOO_LARGE, path, None, message)


def linked(path: str) -> Problem:
    """Return the problem of a symbolic link."""
    message = "is a symbolic link, which is not followed; put the file itself there"
    return Problem(ProblemKind.SYMBOLIC_LINK, path, None, message)


def _unreadable(path: str, error: OSError) -> Problem:
    reason = (error.strerror or type(error).__name__).lower()
    return Problem(ProblemKind.UNREADABLE, path, None, f"cannot be read: {reason}")


def _whole(file: BinaryIO, size: int) -> bytes:
    """Read a file up to the cap, in one go where it has the size that it should have."""
    content = file.read(size + 1)
    return content if len(content) <= size else content + file.read(SIZE_CAP - size)


class FolderSource:
    """The files of a folder as they are on disk."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._start = f"{root}{os.sep}"
        self._footprint = current()

    def files(self, folder: str) -> Iterator[str | Problem]:
        self._ask(folder)
        if os.path.lexists(self._start + folder) and not self._inside(folder):
            yield linked(folder)
        else:
            yield from self._below(folder, DEPTH_CAP)

    def _below(self, folder: str, depth: int) -> Iterator[str | Problem]:
        try:
            listed = sorted(self._scanned(folder), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            self._look(folder)
            yield _unreadable(folder, error)
            return
        for entry in listed:
            path = f"{folder}/{entry.name}"
            if entry.is_symlink():
                yield linked(path)
            elif not entry.is_dir(follow_symlinks=False):
                yield path
            elif entry.name.endswith(".md"):
                yield Problem(ProblemKind.UNREADABLE, path, None, "is a folder where a file belongs; rename it")
            elif depth:
                yield from self._below(path, depth - 1)
            else:
                yield Problem(ProblemKind.NESTED_TOO_DEEPLY, path, None, f"lies deeper than {DEPTH_CAP} folders")

    def _scanned(self, folder: str) -> list[os.DirEntry[str]]:
        place = self._start + folder
        before = os.stat(place) if self._footprint else None  # noqa: PTH116 - takes what no path can be
        with os.scandir(place) as entries:
            listed = list(entries)
        if self._footprint and before:
            self._footprint.read(place, before, lambda: names([entry.name for entry in listed]))
        return listed

    def _look(self, path: str) -> None:
        """Note the state of what could not be read: it may be readable the next time."""
        if self._footprint:
            self._footprint.look(self._start + path)

    def _ask(self, path: str) -> None:
        """Note that it counts what a path is, and what each folder on the way to it is."""
        if self._footprint:
            self._ask_way(path.rpartition("/")[0])
            self._footprint.ask(self._start + path)

    @cache  # noqa: B019 - one source a run
    def _ask_way(self, folder: str) -> None:
        if folder:
            self._ask(folder)

    @cache  # noqa: B019 - one source a run
    def _inside(self, folder: str) -> bool:
        """Whether no part of a folder's path is a symbolic link."""
        real = os.path.realpath(self._root)
        return os.path.realpath(self._start + folder) == (f"{real}{os.sep}{folder}" if folder else real)

    def holds(self, path: str) -> bool:
        self._ask(path)
        return os.path.lexists(self._root / path)

    def lists(self, path: str) -> bool:
        self._ask(path)
        parts = path.split("/")
        spelled = (name in self._names("/".join(parts[:depth])) for depth, name in enumerate(parts))
        return all(spelled) and not self.link_leads_out(path)

    @cache  # noqa: B019 - one source a run
    def _names(self, folder: str) -> frozenset[str]:
        try:
            return frozenset(entry.name for entry in self._scanned(folder))
        except (OSError, ValueError):
            return frozenset()

    def keeps(self, path: str) -> bool:
        self._ask(path)
        place = self._start + path
        if os.path.islink(place) or not os.path.isdir(place):  # noqa: PTH112, PTH114 - these never raise
            return os.path.lexists(place)
        return next(self._below(path, DEPTH_CAP), None) is not None

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        for path in paths:
            self._ask(path)
            try:
                yield path, self._content(path)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                self._look(path)
                yield path, linked(path) if (self._root / path).is_symlink() else _unreadable(path, error)

    def identities(self, paths: Iterable[str]) -> Iterator[tuple[str, Identity]]:
        before = time_ns()
        for path in paths:
            if not self._reaches(path.rpartition("/")[0]):
                continue
            try:
                state = os.lstat(self._start + path)
            except (OSError, ValueError):
                continue
            told = settled(state, before) if stat.S_ISREG(state.st_mode) else None
            if told:
                if self._footprint:
                    self._footprint.vouch(self._start + path, told)
                yield path, told

    @cache  # noqa: B019 - one source a run
    def _reaches(self, folder: str) -> bool:
        """Whether no link leads to a folder; whoever asks wants to know of a file in it."""
        if self._footprint:
            self._ask_way(folder)
        return self._inside(folder)

    def link_leads_out(self, path: str) -> bool | None:
        self._ask(path)
        real, root = os.path.realpath(self._start + path), os.path.realpath(self._root)
        return None if real == root + os.sep + path.replace("/", os.sep) else not real.startswith(root + os.sep)

    def _content(self, path: str) -> bytes | Problem:
        # A pipe would block, and a link could lead out of the repository.
        if not self._inside(path.rpartition("/")[0]):
            return linked(path)
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        handle = os.open(self._start + path, flags | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            state = os.fstat(handle)
            if not stat.S_ISREG(state.st_mode):
                return Problem(ProblemKind.UNREADABLE, path, None, "is no regular file")
            content = b"" if state.st_size > SIZE_CAP else _whole(file, state.st_size)
            if self._footprint:
                self._footprint.read(self._start + path, state, lambda: content)
            return too_large(path) if state.st_size > SIZE_CAP else content


class SparseSource:
    """The files of a folder, and those of its index that a sparse checkout left out."""

    def __init__(self, folder: FolderSource, left_out: Source) -> None:
        self._folder = folder
        self._left_out = left_out

    def files(self, folder: str) -> Iterator[str | Problem]:
        here = list(self._folder.files(folder))
        known = {path for path in here if isinstance(path, str)}
        yield from here
        yield from (path for path in self._left_out.files(folder) if path not in known)

    def holds(self, path: str) -> bool:
        return self._folder.holds(path) or self._left_out.holds(path)

    def lists(self, path: str) -> bool:
        return self._folder.lists(path) or self._left_out.lists(path)

    def identities(self, paths: Iterable[str]) -> Iterator[tuple[str, Identity]]:
        for path in paths:
            yield from (self._folder if self._folder.holds(path) else self._left_out).identities([path])

    def keeps(self, path: str) -> bool:
        return self._folder.keeps(path) or self._left_out.holds(path)

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        for path in paths:
            on_disk = self._folder.holds(path)
            yield from (self._folder if on_disk else self._left_out).read([path])

    def link_leads_out(self, path: str) -> bool | None:
        leads_out = self._folder.link_leads_out(path)
        return self._left_out.link_leads_out(path) if leads_out is None else leads_out
