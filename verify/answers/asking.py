"""Answers a command line from what is kept, or runs it and keeps what it says."""

from __future__ import annotations

import os
import sys
from io import BufferedWriter, RawIOBase, TextIOWrapper

from verify.answers.footprint import Footprint, Mark, look_away, watch
from verify.answers.keeping import Answer, Answers, stands
from verify.answers.place import cache_of, git_files, git_folders, is_plain, tool_files, tool_folder
from verify.answers.request import allows, circumstances, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TextIO

    from _typeshed import ReadableBuffer


_KEPT_STATUSES = {0, 1}


class Asking:
    """One command line that may be answered from what is kept."""

    def __init__(
        self, place: str, keeper: str, git: tuple[str, str], looked: Sequence[str], request: Sequence[str]
    ) -> None:
        self._asked = (place, *looked)
        self._git = git
        self._answers = Answers(keeper, request)

    def find(self) -> Answer | None:
        """Return the answer that was given to the same state."""
        return self._answers.find()

    def through(self, run: Callable[[], int]) -> int:
        """Run, and keep the answer if it is one, and nothing that it rests on changed meanwhile."""
        files = list(git_files(*self._git, os.environ))
        if not all(map(is_plain, files)):
            return run()
        files += tool_files(os.environ)
        before = self._states(files)
        footprint = watch()
        own = sys.stdout, sys.stderr
        copies = [_Copy(stream) for stream in own]
        sys.stdout, sys.stderr = (TextIOWrapper(BufferedWriter(copy), write_through=True) for copy in copies)
        try:
            status = run()
        finally:
            _flush(sys.stdout, sys.stderr)
            sys.stdout, sys.stderr = own
            look_away()
        said, complained = (bytes(copy.content) for copy in copies)
        if status in _KEPT_STATUSES and not complained and not footprint.boundless and all(map(stands, before)):
            self._answers.keep((status, said), [*before, *footprint.marks()])
        return status

    def _states(self, files: Sequence[str]) -> list[Mark]:
        footprint = Footprint()
        for path in files:
            footprint.look(path)
        for path in self._asked:
            # The file .git of a worktree leads elsewhere by its content.
            footprint.look(path) if os.path.isfile(path) else footprint.ask(path)
        return list(footprint.marks())


def _flush(*streams: TextIO) -> None:
    for stream in streams:
        try:
            stream.flush()
        except OSError:
            # Whoever wrote was told of it already.
            continue


class _Copy(RawIOBase):
    """Passes bytes on to a stream, and remembers them."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.content = bytearray()

    def write(self, data: ReadableBuffer) -> int:
        view = bytes(data)
        self.stream.flush()
        # Not by its buffer: what cannot be written must not be tried again at the end.
        written = os.write(self.stream.fileno(), view)
        self.content += view[:written]
        return written

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()


def asking_for(arguments: Sequence[str], environment: Mapping[str, str]) -> Asking | None:
    """Return what can answer a command line from what is kept; None if nothing may."""
    ready = allows(environment) and sys.stdout is not None and sys.stderr is not None
    place = place_of(arguments) if ready else None
    looked: list[str] = []
    folders = git_folders(place, looked) if place else None
    keeper = folders and place and (folders[1] or cache_of(place, environment))
    if not place or not folders or not keeper:
        return None
    tool = (tool_folder(), sys.prefix, *sys.path)
    request = [*arguments, os.getcwd(), place, sys.version, *tool, *circumstances(environment, terminal=os.isatty(1))]
    return Asking(place, keeper, folders, looked, request)
