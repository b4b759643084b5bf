"""The history of a workspace: its commits, and what each version of its files held."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import Struct, field

from verify.git import Git
from verify.model.history import Change, Commit
from verify.model.location import BlobId, CommitId
from verify.model.topic_history import TopicHistory, TopicVersions
from verify.model.topics import Decision, Entry, ExchangeKey, Workspace
from verify.readers.source import SIZE_CAP
from verify.readers.topics.index import read_index
from verify.readers.topics.jsonl import read_exchange
from verify.readers.topics.layout import FileRole, role_of, topic_of
from verify.readers.topics.state import read_past_decisions
from verify.readers.topics.strict_json import MalformedError, read_object
from verify.readers.topics.workspace import folders
from verify.readers.walk import path_commits

_EXCHANGES = {FileRole.CONVERSATION, FileRole.ARCHIVE, FileRole.PROTOCOL_CONVERSATION}
_Text = Callable[[str], str]
_T = TypeVar("_T")


class _Versions(Struct):
    """What has been read of the versions so far; ``now`` are the exchanges that stand somewhere today.

    Of the topic ``told`` everything is kept.
    """

    now: frozenset[ExchangeKey]
    told: str | None
    entries: dict[BlobId, Entry | None] = field(default_factory=dict)
    whole: dict[BlobId, frozenset[ExchangeKey | str]] = field(default_factory=dict)
    topics: dict[BlobId, frozenset[str]] = field(default_factory=dict)
    decisions: dict[BlobId, tuple[Decision, ...]] = field(default_factory=dict)
    exchanges: dict[BlobId, frozenset[ExchangeKey]] = field(default_factory=dict)
    _lines: dict[str, ExchangeKey | None] = field(default_factory=dict)

    def take(self, role: FileRole, path: str, blob: BlobId, text: str) -> None:
        """Read one version; one that is malformed stays unknown."""
        try:
            if role is FileRole.INDEX:
                entries = read_index(path, text).entries
                self.topics[blob] = frozenset(entry.id for entry in entries)
                if self.told is not None:
                    self.entries[blob] = next((entry for entry in entries if entry.id == self.told), None)
            elif role is FileRole.STATE:
                self.decisions[blob] = read_past_decisions(path, topic_of(path, role), text)
            elif role in _EXCHANGES:
                keys = (self._key(line) for line in text.split("\n"))
                self.exchanges[blob] = frozenset(key for key in keys if key and key not in self.now)
                if topic_of(path, role) == self.told:
                    self.whole[blob] = frozenset(self._all(text))
        except MalformedError:
            return

    def _all(self, text: str) -> Iterator[ExchangeKey | str]:
        for line in text.split("\n"):
            if key := self._key(line):
                yield key
            elif line.strip() and _is_exchange(line):
                yield line.strip()

    def _key(self, line: str) -> ExchangeKey | None:
        # Most lines of a version stood in the one before it.
        if line not in self._lines:
            try:
                self._lines[line] = read_exchange(0, read_object(line)).key if line.strip() else None
            except MalformedError:
                self._lines[line] = None
        return self._lines[line]


def _is_exchange(line: str) -> bool:
    try:
        return read_exchange(0, read_object(line)).role is not None
    except MalformedError:
        return False


def read_history(
    git: Git, head: CommitId | None, workspace: Workspace, on_top: _Text | None, told: str | None = None
) -> TopicHistory:
    """Read every commit reachable from ``head``. Raises GitError if an object is missing.

    With ``on_top``, which reads a file of the checked state, that state is one more commit, whose id is None.
    Of the topic ``told`` every version is kept as a whole.
    """
    inside = folders(workspace.root, workspace.index)
    commits = path_commits(git, head, inside) if head else []
    saved = dict(_wanted(workspace.root, commits))
    unsaved: dict[BlobId, str] = {}
    if on_top:
        commits.append(_checked_state(git, head, workspace, inside))
        unsaved = {blob: path for blob, path in _wanted(workspace.root, commits[-1:]) if blob not in saved}
    keys = (line.key for conversation in workspace.conversations for line in conversation.lines)
    versions = _Versions(frozenset(key for key in keys if key), told)
    today = frozenset(workspace.blobs.values())
    contents = git.blobs(saved, SIZE_CAP)
    for (blob, path), (_, content) in zip(saved.items(), contents, strict=True):
        role = role_of(workspace.root, path)
        if blob in today and role in _EXCHANGES and topic_of(path, role) != told:
            # What it holds stands there now.
            continue
        _take(versions, workspace.root, path, blob, (content or b"").decode("utf-8", "replace"))
    for blob, path in unsaved.items():
        _take(versions, workspace.root, path, blob, on_top(path) if on_top else "")
    _inherit(commits, versions)
    whole = TopicVersions(versions.entries, versions.whole)
    return TopicHistory(tuple(commits), versions.topics, versions.decisions, versions.exchanges, whole)


def _take(versions: _Versions, root: str, path: str, blob: BlobId, text: str) -> None:
    role = role_of(root, path)
    if role:
        versions.take(role, path, blob, text)


def _wanted(root: str, commits: list[Commit]) -> Iterator[tuple[BlobId, str]]:
    for commit in commits:
        for change in (change for changes in commit.changes for change in changes):
            if change.new and role_of(root, change.path) in {FileRole.INDEX, FileRole.STATE, *_EXCHANGES}:
                yield change.new, change.path


def _inherit(commits: list[Commit], versions: _Versions) -> None:
    for commit in commits:
        for change in (change for changes in commit.changes for change in changes):
            if change.old and change.new:
                _pass_on(versions.topics, change.old, change.new)
                _pass_on(versions.decisions, change.old, change.new)
                _pass_on(versions.entries, change.old, change.new)
                _pass_on(versions.whole, change.old, change.new)


def _pass_on(known: dict[BlobId, _T], old: BlobId, new: BlobId) -> None:
    if old in known and new not in known:
        known[new] = known[old]


def _checked_state(git: Git, head: CommitId | None, workspace: Workspace, inside: list[str]) -> Commit:
    before = {entry.path: entry.blob for folder in inside for entry in git.tree(head, folder)} if head else {}
    now = {path: blob for path, blob in workspace.blobs.items() if path.startswith(tuple(f"{f}/" for f in inside))}
    unread = {problem.path for problem in workspace.problems}
    paths = sorted(path for path in before.keys() | now.keys() if path not in unread)
    changes = (Change(path, before.get(path), now.get(path)) for path in paths if role_of(workspace.root, path))
    return Commit(None, (head,) if head else (), 0, 0, (tuple(c for c in changes if c.old != c.new),))
