"""What git knows of the files of a store, and of those that its links name."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from verify.model.history import Commit
from verify.model.location import BlobId, CommitId


class Version(Struct, frozen=True):
    """One version of a file; no blob where a commit took the file away."""

    commit: CommitId
    path: str
    blob: BlobId | None


class PageHistory(Protocol):
    """Questions that are one git process each, and asked only where a check needs the answer.

    Every answer raises GitError if an object is missing.
    """

    def at_head(self, paths: Sequence[str]) -> frozenset[str]:
        """Return those of some files that the newest commit has."""

    def had(self, asked: Sequence[tuple[CommitId, str]]) -> Sequence[bool]:
        """Return for each commit and path whether the commit had a file or folder there."""

    def versions(self, paths: Sequence[str]) -> Sequence[Version]:
        """Return each version of some files, oldest first."""

    def commits(self, paths: Sequence[str]) -> Sequence[Commit]:
        """Return every commit, parents before children, with its changes of some paths."""

    def texts(self, blobs: Sequence[BlobId]) -> Mapping[BlobId, str]:
        """Return the contents of files."""

    def renamed(self, commits: Sequence[CommitId]) -> Sequence[Mapping[str, str]]:
        """Return for each commit what its paths are called in the newest commit, where they were renamed."""
