"""The history of the files outside the memory, asked for only where a check needs it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from verify.git import Git
from verify.model.code import ObjectKind
from verify.model.history import Commit
from verify.model.location import CommitId
from verify.readers.walk import commits_beyond

_KINDS = {kind.value: kind for kind in ObjectKind}


class GitCodeHistory(Struct, frozen=True):
    """What git knows up to ``head``, None before the first commit.

    Every answer raises GitError if an object is missing.
    """

    git: Git
    head: CommitId | None
    at_revision: bool = False
    """Whether a commit is checked, and not index or work tree."""

    def beyond(self, known: Sequence[CommitId]) -> Sequence[Commit]:
        return commits_beyond(self.git, self.head, known) if self.head else []

    def existed(self, asked: Sequence[tuple[CommitId, str]]) -> Sequence[ObjectKind | None]:
        return [_KINDS.get(kind) for kind in self.git.kinds(asked)]

    def renamed(self, commits: Sequence[CommitId]) -> Sequence[dict[str, str]]:
        return self.git.renames([(commit, self.head) for commit in commits]) if self.head else []

    def unknown(self, commits: Sequence[str]) -> Sequence[bool]:
        return self.git.unknown(commits)

    def files_ever(self) -> Iterable[str]:
        committed = self.git.added(self.head) if self.head else []
        return committed if self.at_revision else [*committed, *self.git.present()]
