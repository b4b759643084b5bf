"""The files that hold answers: read, compared, written, and never trusted further than their checksum."""

from __future__ import annotations

import os
import stat
from zlib import crc32

from verify.answers.footprint import Mark, State, content_of, digest, kind_of, now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_FOLDER = "verify/answers"
_FORM = "memory-verify answer 4"
_NONE = "-"
_CAP = 64 * 1024 * 1024
"""Bytes of one answer, a larger one is not kept, and of all that are kept beside it."""
_MOST = 16
"""Answers of one repository; the oldest goes first."""
Answer = tuple[int, bytes]
"""Exit status, and what goes to the standard output."""


class Answers:
    """The answers to one request, of which the last is kept in the git directory of a repository, or in a cache."""

    def __init__(self, keeper: str, request: Sequence[str]) -> None:
        self._keeper = keeper
        self._folder = f"{keeper}/{_FOLDER}"
        self._request = "\0".join(request)
        name = crc32(self._request.encode("utf-8", "surrogateescape"))
        self._file = f"{self._folder}/{name:08x}"

    def find(self) -> Answer | None:
        """Return the last answer, if all that it rests on is as it was."""
        try:
            kept = _unpacked(self._read(), self._request)
            return kept[0] if kept and all(map(stands, kept[1])) else None
        except ValueError:
            return None

    def _read(self) -> bytes:
        try:
            if not _is_folder(self._folder):
                return b""
            handle = os.open(self._file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with open(handle, "rb") as file:
                return file.read(_CAP) if _is_own(handle) else b""
        except OSError:
            return b""

    def keep(self, answer: Answer, marks: Iterable[Mark]) -> None:
        """Keep an answer instead of the last one; what cannot be written is not kept."""
        # What changed last will most likely be what changes next, so that a changed state is soon told.
        content = _packed(self._request, answer, sorted(marks, key=_changed, reverse=True))
        if len(content) < _CAP:
            try:
                self._write(content)
            except OSError:
                return

    def _write(self, content: bytes) -> None:
        os.makedirs(self._keeper, mode=0o700, exist_ok=True)
        for folder in (os.path.dirname(self._folder), self._folder):
            if not os.path.lexists(folder):
                os.mkdir(folder, mode=0o700)
            if not stat.S_ISDIR(os.lstat(folder).st_mode):
                return
        self._make_room()
        beside = f"{self._file}.{os.getpid()}"
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(handle, "wb") as file:
            file.write(content)
        os.replace(beside, self._file)

    def _make_room(self) -> None:
        with os.scandir(self._folder) as entries:
            states = ((entry.stat(follow_symlinks=False), entry.path) for entry in entries)
            found = sorted((state.st_mtime_ns, state.st_size, path) for state, path in states)
        while len(found) >= _MOST or sum(size for _, size, _ in found) > _CAP:
            os.unlink(found.pop(0)[2])


def _is_own(handle: int) -> bool:
    """Whether an open file is a plain one that nobody else could have written."""
    state = os.fstat(handle)
    return stat.S_ISREG(state.st_mode) and state.st_uid == os.geteuid() and not state.st_mode & 0o077


def _is_folder(path: str) -> bool:
    """Whether a folder and the one above it are there, and no links."""
    return all(stat.S_ISDIR(os.lstat(one).st_mode) for one in (os.path.dirname(path), path))


def stands(mark: Mark) -> bool:
    """Whether a path is as it was."""
    path, state, content = mark
    same = kind_of(path) == state if state is None or state[0] == 0 else now(path) == state
    if not same or not content:
        return same
    return os.path.realpath(path) == content[2:] if content.startswith("->") else digest(content_of(path)) == content


def _packed(request: str, answer: Answer, marks: Iterable[Mark]) -> bytes:
    status, said = answer
    body = bytearray(b"%d\n%b" % (len(said), said))
    body += "\0\0".join([_FORM, str(status), request]).encode("utf-8", "surrogateescape")
    for path, state, content in marks:
        body += f"\0\0{path}\0{_numbers(state)}\0{content or _NONE}".encode("utf-8", "surrogateescape")
    return b"%08x\n%b" % (crc32(body), bytes(body))


def _changed(mark: Mark) -> int:
    return mark[1][0] if mark[1] else 0


def _numbers(state: State) -> str:
    if state is None:
        return _NONE
    changed, modified, size, number, owner, mode = state
    return f"{changed} {modified} {size} {number} {owner} {mode}"


def _unpacked(content: bytes, request: str) -> tuple[Answer, Iterator[Mark]] | None:
    """Return what a file holds, None if it is of another request. Raises ValueError where nobody wrote it so."""
    checksum, _, body = content.partition(b"\n")
    if checksum != b"%08x" % crc32(body):
        return None
    size, _, rest = body.partition(b"\n")
    said, text = rest[: int(size)], rest[int(size) :].decode("utf-8", "surrogateescape")
    form, status, asked, *lines = text.split("\0\0")
    return ((int(status), said), map(_mark, lines)) if (form, asked) == (_FORM, request) else None


def _mark(line: str) -> Mark:
    path, numbers, content = line.split("\0")
    content = "" if content == _NONE else content
    if numbers == _NONE:
        return path, None, content
    changed, modified, size, number, owner, mode = map(int, numbers.split(" "))
    return path, (changed, modified, size, number, owner, mode), content
