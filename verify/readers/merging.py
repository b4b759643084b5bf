"""Whether commits are being joined."""

from verify.errors import UnknownRevisionError
from verify.git import Git
from verify.model.location import CommitId


def merging(git: Git) -> CommitId | None:
    """Return the commit that git is merging into the work tree; None if it is not."""
    return _found(git, "MERGE_HEAD")


def is_merge(git: Git, commit: CommitId) -> bool:
    """Whether a commit joins others."""
    return _found(git, f"{commit}^2") is not None


def _found(git: Git, revision: str) -> CommitId | None:
    try:
        return git.commit(revision)[0]
    except UnknownRevisionError:
        return None
