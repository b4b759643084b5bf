"""What git remembers of the memory."""

from collections.abc import Mapping
from dataclasses import dataclass

from verify.model.location import BlobId, CommitId


@dataclass(frozen=True, slots=True)
class Change:
    """One path of one commit against one of its parents; None where it does not exist."""

    path: str
    old: BlobId | None
    new: BlobId | None


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit, or the checked state on top of the last one (then ``id`` is None).

    ``changes`` has one tuple a parent; a root commit has one, against nothing. Times are seconds
    since the epoch.
    """

    id: CommitId | None
    parents: tuple[CommitId, ...]
    authored: int
    committed: int
    changes: tuple[tuple[Change, ...], ...]


@dataclass(frozen=True, slots=True)
class PastFooter:
    """What the footer of an id read in one version of a file."""

    id: str
    tier: str | None
    superseded_by: str | None


@dataclass(frozen=True, slots=True)
class History:
    """Every commit, parents before children, and the footers of each version of a store's file."""

    commits: tuple[Commit, ...]
    footers: Mapping[BlobId, tuple[PastFooter, ...]]
