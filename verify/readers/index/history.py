"""Asks git about the files of a store."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from verify.git import Git
from verify.model.history import Commit
from verify.model.index_history import Version
from verify.model.location import BlobId, CommitId
from verify.readers.source import SIZE_CAP
from verify.readers.walk import file_versions, path_commits


class GitPageHistory(Struct, frozen=True):
    """What git knows up to ``head``, None before the first commit."""

    git: Git
    head: CommitId | None

    def at_head(self, paths: Sequence[str]) -> frozenset[str]:
        head = self.head
        there = self.had([(head, path) for path in paths]) if head else ()
        return frozenset(path for path, known in zip(paths, there, strict=False) if known)

    def had(self, asked: Sequence[tuple[CommitId, str]]) -> Sequence[bool]:
        return [kind in {"blob", "tree"} for kind in self.git.kinds(asked)] if asked else []

    def versions(self, paths: Sequence[str]) -> Sequence[Version]:
        return [Version(*version) for version in file_versions(self.git, self.head, paths)] if self.head else []

    def commits(self, paths: Sequence[str]) -> Sequence[Commit]:
        return path_commits(self.git, self.head, paths) if self.head else []

    def texts(self, blobs: Sequence[BlobId]) -> Mapping[BlobId, str]:
        contents = self.git.blobs(blobs, SIZE_CAP)
        return {blob: (content or b"").decode("utf-8", "replace") for blob, content in contents}

    def renamed(self, commits: Sequence[CommitId]) -> Sequence[Mapping[str, str]]:
        return self.git.renames([(commit, self.head) for commit in commits]) if self.head else []
