"""Reads the instruction files of a repository and what git has of them."""

from collections.abc import Iterable, Iterator, Sequence

from verify.errors import GitError
from verify.git import Git
from verify.graph.stores.divergence import may_diverge
from verify.model.instructions import InstructionFile, InstructionHistory
from verify.model.location import BlobId, CommitId
from verify.readers.assembly import no_past
from verify.readers.instructions.places import places
from verify.readers.instructions.rules import outside_code, read_rules
from verify.readers.markdown import split_lines
from verify.readers.repository import Repository
from verify.readers.source import decode
from verify.readers.walk import path_commits

_CAP = 1024 * 1024
"""Bytes of one version; nothing that an agent is told is larger."""


def read_instructions(repository: Repository, folders: Iterable[str]) -> list[tuple[InstructionFile, ...]]:
    """Read the files of each folder; one that is no text says nothing."""
    return [tuple(_files(repository, list(places(repository.source, folder)))) for folder in folders]


def _files(repository: Repository, paths: Sequence[str]) -> Iterator[InstructionFile]:
    for path, content in repository.source.read(paths):
        text = decode(path, content) if isinstance(content, bytes) and len(content) <= _CAP else None
        if isinstance(text, str):
            lines = split_lines(text)
            yield InstructionFile(path, lines, read_rules(text), "\n".join(outside_code(lines)))


def read_instruction_history(
    repository: Repository, groups: Sequence[Sequence[InstructionFile]]
) -> tuple[InstructionHistory | None, str]:
    """Read every version of the files whose rules may have diverged, or return why that cannot be done."""
    git, reason = repository.git, repository.no_history
    if git is None or reason:
        return None, reason
    if reason := no_past(git, repository, ""):
        return None, reason
    paths = [file.path for group in groups if may_diverge(group) for file in group]
    try:
        return _history(git, repository.head, paths), ""
    except GitError as error:
        return None, str(error)


def _history(git: Git, head: CommitId | None, paths: Sequence[str]) -> InstructionHistory:
    commits = path_commits(git, head, paths) if head and paths else []
    changes = (change for commit in commits for side in commit.changes for change in side)
    wanted: dict[BlobId, None] = dict.fromkeys(blob for c in changes for blob in (c.old, c.new) if blob)
    read = ((blob, content) for blob, content in git.blobs(wanted, _CAP) if content is not None)
    versions = {blob: read_rules(content.decode("utf-8", "replace")) for blob, content in read}
    return InstructionHistory(tuple(commits), versions)
