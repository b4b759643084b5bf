"""The history of a memory: its commits, and the facts in each version of its files."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache

from msgspec.structs import replace

from verify.errors import GitError
from verify.git import Git
from verify.graph import named_time
from verify.model.history import Change, Commit, History, PastFact, PastSession
from verify.model.location import BlobId, CommitId
from verify.model.memory import Memory, Role
from verify.readers.known_versions import Version
from verify.readers.layout import role_of
from verify.readers.records import Records
from verify.readers.session import read_past_session
from verify.readers.source import SIZE_CAP
from verify.readers.versions import VersionReader
from verify.readers.walk import read_commits

_ARCHIVED = "@archive"
_STORES = {Role.CONTINUITY, Role.VISION, Role.POLICY, Role.GUIDE, Role.ARCHIVE}


def read_history(
    git: Git,
    head: CommitId | None,
    memory: Memory,
    records: Records,
    *,
    on_top: Callable[[str], str] | None = None,
) -> History:
    """Read every commit reachable from ``head``. Raises GitError if an object is missing.

    With ``on_top``, which reads a file of the checked state, that state is one more commit, whose id
    is None.
    """
    try:
        history = _read(git, head, memory, records, on_top)
        records.confirm(git)
    except GitError:
        # What is missing now, or what a record says wrongly, must count as it does without records.
        if not records.forget():
            raise
        history = _read(git, head, memory, records, on_top)
    records.save()
    return history


def _read(
    git: Git, head: CommitId | None, memory: Memory, records: Records, on_top: Callable[[str], str] | None
) -> History:
    commits = read_commits(git, head, memory.path, records) if head else []
    unsaved: set[BlobId] = set()
    if on_top:
        committed_at = next((commit.committed for commit in reversed(commits) if commit.id == head), 0)
        top = _checked_state(git, head, memory, committed_at)
        unsaved = set(_versions([top], memory.path)) - set(_versions(commits, memory.path))
        commits.append(top)
    commits = _told_apart(commits, memory.path)
    versions = _versions(commits, memory.path)
    reader = VersionReader()
    saved = [blob for blob in versions if _object(blob) not in unsaved]
    wanted = {blob: (_role(memory, versions[blob]), _object(blob)) for blob in saved}
    facts = _saved_facts(git, wanted, records, reader)
    if on_top:
        new = (blob for blob in versions if _object(blob) in unsaved)
        facts |= {blob: reader.read(_role(memory, versions[blob]), on_top(versions[blob])) for blob in new}
    return History(tuple(commits), facts, _session_reader(git, memory, on_top))


def _saved_facts(
    git: Git, wanted: Mapping[BlobId, Version], records: Records, reader: VersionReader
) -> dict[BlobId, tuple[PastFact, ...]]:
    known = records.versions
    unread = [version for version in dict.fromkeys(wanted.values()) if known.get(version) is None]
    contents = git.blobs((blob for _, blob in unread), SIZE_CAP)
    for (role, blob), (_, content) in zip(unread, contents, strict=True):
        known.add((role, blob), reader.read(role, (content or b"").decode("utf-8", "replace")))
    return {blob: known.get(version) or () for blob, version in wanted.items()}


def _told_apart(commits: list[Commit], folder: str) -> list[Commit]:
    """Give a blob that stood in the live store and in the archive a name for each: its facts differ."""
    paths = [(c.new, c.path) for commit in commits for changes in commit.changes for c in changes if c.new]
    archived = {blob for blob, path in paths if role_of(folder, path) is Role.ARCHIVE}
    both = archived & {blob for blob, path in paths if role_of(folder, path) in _STORES - {Role.ARCHIVE}}
    if not both:
        return commits

    def told(change: Change) -> Change:
        if role_of(folder, change.path) is not Role.ARCHIVE:
            return change
        old, new = (BlobId(f"{blob}{_ARCHIVED}") if blob in both else blob for blob in (change.old, change.new))
        return Change(change.path, old, new)

    return [replace(c, changes=tuple(tuple(map(told, changes)) for changes in c.changes)) for c in commits]


def _object(blob: BlobId) -> BlobId:
    return BlobId(blob.removesuffix(_ARCHIVED))


def _role(memory: Memory, path: str) -> Role:
    return role_of(memory.path, path) or Role.OTHER


def _session_reader(git: Git, memory: Memory, on_top: Callable[[str], str] | None) -> Callable[[BlobId], PastSession]:
    unsaved = {memory.blobs[session.path]: session.path for session in memory.sessions if session.path in memory.blobs}

    @cache
    def session(blob: BlobId) -> PastSession:
        if on_top and blob in unsaved:
            return read_past_session(on_top(unsaved[blob]))
        return next(read_past_session((c or b"").decode("utf-8", "replace")) for _, c in git.blobs([blob], SIZE_CAP))

    return session


def blob_ids(algorithm: str) -> Callable[[bytes], BlobId]:
    """Return the function that names a file's content as a repository of this hash algorithm does."""

    def blob_id(content: bytes) -> BlobId:
        return BlobId(hashlib.new(algorithm, b"blob %d\0" % len(content) + content).hexdigest())

    return blob_id


def _checked_state(git: Git, head: CommitId | None, memory: Memory, committed: int) -> Commit:
    """Return the checked state as a commit; its time is the later of HEAD's and the newest log's."""
    before = {entry.path: entry.blob for entry in git.tree(head, memory.path)} if head else {}
    now = {path: blob for path, blob in memory.blobs.items() if path.startswith(f"{memory.path}/")}
    unread = {problem.path for problem in memory.problems}
    paths = sorted(path for path in before.keys() | now.keys() if role_of(memory.path, path))
    changes = tuple(
        Change(path, before.get(path), now.get(path))
        for path in paths
        if before.get(path) != now.get(path) and path not in unread
    )
    clock = max([committed, *(int(named_time(s.stem) or 0) for s in memory.sessions[-1:])])
    return Commit(None, (head,) if head else (), clock, clock, (changes,))


def _versions(commits: list[Commit], folder: str) -> dict[BlobId, str]:
    return {
        change.new: change.path
        for commit in commits
        for changes in commit.changes
        for change in changes
        if change.new and role_of(folder, change.path) in _STORES
    }
