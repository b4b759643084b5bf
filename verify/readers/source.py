"""The only module that opens files: a work tree, the index, or a commit."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from verify.git import SUBMODULE, SYMBOLIC_LINK, Git, TreeEntry
from verify.model.report import Problem, ProblemKind

SIZE_CAP = 16 * 1024 * 1024
"""Bytes of one file; a larger one is a problem, not an input."""


class Source(Protocol):
    """One state of a repository; all paths are POSIX style and relative to its root."""

    def files(self, folder: str) -> Iterator[str | Problem]:
        """Yield, sorted, every file below a folder, and a problem for what cannot be listed."""

    def holds(self, path: str) -> bool:
        """Whether a file or folder of this path exists."""

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        """Yield the content of each file that exists, in the order asked for."""


def decode(path: str, content: bytes) -> str | Problem:
    """Return the text of a file, or the problem that it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Problem(ProblemKind.UNREADABLE, path, line, "is not UTF-8; save it as UTF-8")


def _too_large(path: str) -> Problem:
    message = f"is larger than {SIZE_CAP // 1024 // 1024} MiB; split it"
    return Problem(ProblemKind.TOO_LARGE, path, None, message)


def _link(path: str) -> Problem:
    message = "is a symbolic link, which is not followed; put the file itself there"
    return Problem(ProblemKind.SYMBOLIC_LINK, path, None, message)


def _unreadable(path: str, error: OSError) -> Problem:
    reason = (error.strerror or type(error).__name__).lower()
    return Problem(ProblemKind.UNREADABLE, path, None, f"cannot be read: {reason}")


class FolderSource:
    """The files of a folder as they are on disk."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._start = f"{root}{os.sep}"

    def files(self, folder: str) -> Iterator[str | Problem]:
        at = self._root / folder
        if at.is_symlink():
            yield _link(folder)
            return
        try:
            with os.scandir(at) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            yield _unreadable(folder, error)
            return
        for entry in listed:
            path = f"{folder}/{entry.name}"
            if entry.is_symlink():
                yield _link(path)
            elif entry.is_dir(follow_symlinks=False):
                yield from self.files(path)
            elif entry.is_file(follow_symlinks=False):
                yield path

    def holds(self, path: str) -> bool:
        return os.path.lexists(self._root / path)

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        for path in paths:
            try:
                yield path, self._content(path)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                link = (self._root / path).is_symlink()
                yield path, _link(path) if link else _unreadable(path, error)

    def _content(self, path: str) -> bytes | Problem:
        # A pipe would block, and a link could lead out of the repository.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        handle = os.open(self._start + path, flags | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            state = os.fstat(handle)
            if not stat.S_ISREG(state.st_mode):
                return Problem(ProblemKind.UNREADABLE, path, None, "is no regular file")
            return _too_large(path) if state.st_size > SIZE_CAP else file.read(SIZE_CAP + 1)


class GitSource:
    """The files of a commit or of the index."""

    def __init__(self, git: Git, entries: Iterable[TreeEntry]) -> None:
        self._git = git
        self._entries = {entry.path: entry for entry in entries if entry.mode != SUBMODULE}
        self._sorted = sorted(self._entries)
        self._folders = {path[:end] for path in self._entries for end, sign in enumerate(path) if sign == "/"}

    def files(self, folder: str) -> Iterator[str | Problem]:
        start = f"{folder}/" if folder else ""
        for path in self._sorted:
            if path.startswith(start):
                linked = self._entries[path].mode == SYMBOLIC_LINK
                yield _link(path) if linked else path
        if folder in self._entries and self._entries[folder].mode == SYMBOLIC_LINK:
            yield _link(folder)

    def holds(self, path: str) -> bool:
        return path in self._entries or path in self._folders

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        found = [path for path in paths if path in self._entries]
        plain = [path for path in found if self._entries[path].mode != SYMBOLIC_LINK]
        contents = self._git.blobs((self._entries[path].blob for path in plain), SIZE_CAP)
        for path, (_, content) in zip(plain, contents, strict=True):
            yield path, _too_large(path) if content is None else content
