"""What a run looked at: enough to tell later, without reading anything, whether all of it is as it was."""

from __future__ import annotations

import os
import stat
from time import time_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

TIMES_SETTLE = 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time."""
State = tuple[int, int, int, int, int, int] | None
"""Change and modification time, size, number, owner and mode; None for what is not there."""
Mark = tuple[str, State, str]
"""A path, its state, and a digest of its content if the state alone cannot vouch for it."""

_current: Footprint | None = None


class Footprint:
    """The states of files and folders before they were read, and which questions were asked of paths."""

    def __init__(self) -> None:
        self.boundless = False
        """Whether more was asked for than marks can hold, such as the names of all files."""
        self._marks: dict[str, tuple[State, str]] = {}
        self._asked: dict[str, State] = {}

    def read(self, path: str, state: os.stat_result, content: Callable[[], bytes]) -> None:
        """Note a file or folder; ``content`` is what was read of it just now, for a folder its names."""
        told = state_of(state)
        self._mark(path, told, "" if _is_settled(told) else digest(content()))

    def vouch(self, path: str, told: State) -> None:
        """Note a file whose state alone vouches for it (see ``settled``)."""
        self._mark(path, told, "")

    def _mark(self, path: str, told: State, content: str) -> None:
        if self._marks.setdefault(path, (told, content))[0] != told:
            self.boundless = True

    def look(self, path: str) -> None:
        """Note a file that somebody else will read."""
        state = now(path)
        if state is not None and stat.S_ISLNK(state[-1]):
            target = os.path.realpath(path)
            self._marks[path] = state, f"->{target}"
            self.look(target)
        else:
            self._marks[path] = state, "" if state is None or _is_settled(state) else digest(content_of(path))

    def ask(self, path: str) -> None:
        """Note that somebody wants to know whether a path exists, and what it is."""
        if path in self._asked or path in self._marks:
            return
        kind = self._asked[path] = kind_of(path)
        if kind is not None and stat.S_ISLNK(kind[-1]):
            target = os.path.realpath(path)
            self._marks[path] = now(path), f"->{target}"
            self.ask(target)

    def marks(self) -> Iterator[Mark]:
        """Yield all marks; what was only asked for has no times, so that its content may change."""
        yield from ((path, state, content) for path, (state, content) in self._marks.items())
        yield from ((path, state, "") for path, state in self._asked.items() if path not in self._marks)


def watch() -> Footprint:
    """Begin a footprint that every reader of files adds to."""
    global _current  # noqa: PLW0603 - one run, one footprint; readers lie many layers below whoever wants it
    _current = Footprint()
    return _current


def look_away() -> None:
    """End the footprint."""
    global _current  # noqa: PLW0603
    _current = None


def current() -> Footprint | None:
    """Return the footprint of this run, if somebody wants one."""
    return _current


def look_beside(root: os.PathLike[str], paths: Iterable[str], name: str) -> None:
    """Note the files of one name in every folder on the way to some paths, which git reads for them."""
    footprint = current()
    if footprint is None:
        return
    for folder in {path[:at] for path in paths for at, letter in enumerate(path) if letter == "/"} | {"."}:
        footprint.look(f"{os.fspath(root)}/{folder}/{name}")


def state_of(state: os.stat_result) -> State:
    """Return what changes with every change of a file or folder."""
    return state.st_ctime_ns, state.st_mtime_ns, state.st_size, state.st_ino, state.st_uid, state.st_mode


def kind_of(path: str) -> State:
    """Return only what a path is, nothing, a file, a folder, a link, and whose."""
    try:
        state = os.lstat(path)
        return 0, 0, 0, 0, state.st_uid, state.st_mode & 0o170000
    except (OSError, ValueError):
        return None


def now(path: str) -> State:
    """Return the state of a path."""
    try:
        return state_of(os.lstat(path))
    except (OSError, ValueError):
        return None


def settled(state: os.stat_result, before: int) -> State:
    """Return the state of a file if it can vouch for its content from now on.

    It cannot if it changed too recently before a time (see ``time_ns``) at which nothing of it was known yet,
    nor where the system tells no time of change.
    """
    if os.name != "posix" or max(state.st_ctime_ns, state.st_mtime_ns) + TIMES_SETTLE >= before:
        return None
    return state_of(state)


def _is_settled(state: State) -> bool:
    return state is not None and max(state[0], state[1]) + TIMES_SETTLE < time_ns()


def digest(content: bytes) -> str:
    """Return what stands for a content."""
    from hashlib import blake2b  # noqa: PLC0415 - costs more than all else that an answer needs

    return blake2b(content, digest_size=20).hexdigest()


def content_of(path: str) -> bytes:
    """Return the bytes of a file, or the names in a folder; nothing if it cannot be read."""
    try:
        if os.path.isdir(path):
            return names(os.listdir(path))
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except OSError:
        return b""


def names(listed: list[str]) -> bytes:
    """Return names as the content of a folder."""
    return "\n".join(sorted(listed)).encode("utf-8", "surrogateescape")
