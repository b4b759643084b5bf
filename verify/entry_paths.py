"""Under which paths the files stand today that a baseline names: a file that was renamed brings nothing new."""

from collections.abc import Sequence

from msgspec.structs import replace

from verify.baseline import Entry
from verify.errors import GitError
from verify.git import Git
from verify.model.location import CommitId
from verify.readers.repository import Repository
from verify.readers.walk import file_versions


def under_todays_paths(entries: Sequence[Entry], repository: Repository, file: str | None) -> tuple[Entry, ...]:
    """Return the entries with the paths that the checked state gives their files, as far as git knows."""
    paths = {entry.path for entry in entries if entry.path}
    gone = {path for path in paths if not repository.source.holds(path)}
    if not gone or not repository.git or not repository.head or not file:
        return tuple(entries)
    try:
        renamed = _renamed(repository.git, repository.head, file, staged=repository.revision is None)
    except GitError:
        return tuple(entries)
    return tuple(_moved(entry, renamed.get(entry.path) if entry.path in gone else None) for entry in entries)


def _renamed(git: Git, head: CommitId, file: str, *, staged: bool) -> dict[str, str]:
    """Return what was renamed since the baseline was first written, or last, and in the index."""
    written = [commit for commit, _, _ in file_versions(git, head, [file])]
    told = git.renames([(commit, head) for commit in dict.fromkeys([*written[:1], *written[-1:]])]) if written else []
    committed = {old: new for renames in told for old, new in renames.items()}
    in_index = git.staged_renames() if staged else {}
    return {**in_index, **{old: in_index.get(new, new) for old, new in committed.items()}}


def _moved(entry: Entry, path: str | None) -> Entry:
    if path is None:
        return entry
    # What is about a file as a whole is called by its path.
    return replace(entry, path=path, subject=path if entry.subject == entry.path else entry.subject)
