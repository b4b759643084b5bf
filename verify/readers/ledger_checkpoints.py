"""The checkpoints beside a ledger that branches brought, and whether a commit vouches for them."""

from collections.abc import Iterator
from itertools import islice

from verify.errors import InputError, UnknownRevisionError
from verify.git import Git
from verify.ledger import LineError, merkle_root, parse_checkpoint, whole_lines
from verify.ledger.mending import sides
from verify.model.ledger import Checkpoint
from verify.model.report import Problem
from verify.readers.declared import of_ledger
from verify.readers.ledger_standing import beside_of
from verify.readers.ledger_versions import LedgerVersions
from verify.readers.repository import Repository
from verify.readers.source import FolderSource

_JOINED = ("HEAD", "MERGE_HEAD", "HEAD^1", "HEAD^2")
"""The commits that a merge joins, before and after it is committed."""


def checkpoints_beside(repository: Repository, path: str) -> list[Checkpoint]:
    """Return the checkpoint beside a ledger, or both of a conflict; none if there is none. Raises InputError."""
    beside = beside_of(path)
    for _, content in FolderSource(repository.root).read([beside]):
        if isinstance(content, Problem):
            raise InputError(f"{beside} {content.message}")
        try:
            return list(dict.fromkeys(map(parse_checkpoint, sides(content))))
        except LineError as error:
            raise InputError(f"{beside} is no checkpoint: it {error}; write it anew, or remove it") from error
    return []


def is_vouched(repository: Repository, path: str, checkpoint: Checkpoint) -> bool:
    """Whether a file of the ledger of one of the joined commits begins with what a checkpoint saw."""
    git = repository.git
    return git is not None and any(_begins(content, checkpoint) for content in _files(git, path))


def _begins(content: bytes, checkpoint: Checkpoint) -> bool:
    lines = list(islice(whole_lines(content), checkpoint.size))
    return len(lines) == checkpoint.size and merkle_root(lines) == checkpoint.root


def _files(git: Git, path: str) -> Iterator[bytes]:
    for revision in _JOINED:
        try:
            commit = git.commit(revision)[0]
        except UnknownRevisionError:
            continue
        tree = {e.path: e.blob for e in git.tree(commit, path.rpartition("/")[0]) if of_ledger(e.path, path)}
        versions = LedgerVersions(git, (), path, None)
        yield from (versions.content((file,)) for file in versions.of(tree))
