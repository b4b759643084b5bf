"""What git knows of the files outside the memory."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Protocol

from verify.model.history import Commit
from verify.model.location import CommitId


class ObjectKind(Enum):
    """What stands at a path of a commit, as git names it."""

    FILE = "blob"
    FOLDER = "tree"


class CodeHistory(Protocol):
    """Questions about the whole repository; each is one git process, and none is asked unless needed."""

    def beyond(self, known: Sequence[CommitId]) -> Sequence[Commit]:
        """Return the commits that are no ancestors of these, parents first, with the changes of all paths.

        A merge has no changes here.
        """

    def existed(self, asked: Sequence[tuple[CommitId, str]]) -> Sequence[ObjectKind | None]:
        """Return for each commit and path what the commit had there."""

    def renamed(self, commits: Sequence[CommitId]) -> Sequence[dict[str, str]]:
        """Return for each commit what its paths are called in the newest commit, where they were renamed."""

    def unknown(self, commits: Sequence[str]) -> Sequence[bool]:
        """Return for each id of a commit, be it shortened, whether the repository has no such object."""

    def files_ever(self) -> Iterable[str]:
        """Return every file that git has or had; it may take two processes."""
