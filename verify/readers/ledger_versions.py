"""The versions of a ledger, each put together from the files that its headers lead to."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from verify.git import Git
from verify.ledger import LineError, read_header, read_object, sibling, whole_lines
from verify.model.history import Commit
from verify.model.location import BlobId
from verify.readers.declared import of_ledger
from verify.readers.source import SIZE_CAP

_HELD = 8
"""Files held at a time: a line of commits needs two, and merges a few more."""
Tree = dict[str, BlobId]
"""The files of the ledger in one commit."""
Version = tuple[tuple[str, BlobId], ...]
"""Those that are linked to one another, oldest first."""


class LedgerVersions:
    """What commits hold of the ledger at ``path``; ``saved`` reads a file of the checked state."""

    def __init__(self, git: Git, commits: Sequence[Commit], path: str, saved: Callable[[str], bytes] | None) -> None:
        self.path = path
        self.unread: list[BlobId] = []
        self._git = git
        self._commits = commits
        self._saved = saved
        self._unsaved = self._only_on_top() if saved else {}
        self._content = lru_cache(maxsize=_HELD)(self._read)
        self._closed: dict[BlobId, str | None] = {}

    def _only_on_top(self) -> dict[BlobId, str]:
        known = {c.new for commit in self._commits[:-1] for changes in commit.changes for c in changes}
        top = self._commits[-1].changes[0] if self._commits else ()
        return {change.new: change.path for change in top if change.new and change.new not in known}

    def _read(self, blob: BlobId) -> bytes:
        if self._saved and blob in self._unsaved:
            return self._saved(self._unsaved[blob])
        content = next(content for _, content in self._git.blobs([blob], SIZE_CAP))
        if content is None and blob not in self.unread:
            self.unread.append(blob)
        return content or b""

    def are_touched(self, commit: Commit) -> bool:
        """Whether a commit differs from some parent in a file of the ledger."""
        return any(of_ledger(change.path, self.path) for changes in commit.changes for change in changes)

    def changed(self, tree: Tree, commit: Commit) -> Tree:
        """Return the files in a commit, given those in its first parent."""
        changed = dict(tree)
        for change in commit.changes[0]:
            if of_ledger(change.path, self.path):
                changed.pop(change.path, None)
                if change.new:
                    changed[change.path] = change.new
        return changed

    def of(self, tree: Tree) -> Version:
        """Return the files of the ledger in a commit as the headers lead from one to the next, oldest first."""
        path: str | None = self.path if self.path in tree else max(tree, key=lambda p: (len(p), p), default=None)
        found: list[tuple[str, BlobId]] = []
        seen: set[str] = set()
        while path and path in tree and path not in seen:
            seen.add(path)
            found.append((path, tree[path]))
            path = self._closed_before(path, tree[path])
        return tuple(reversed(found))

    def _closed_before(self, path: str, blob: BlobId) -> str | None:
        if blob not in self._closed:
            first = next(whole_lines(self._content(blob)), b"")
            try:
                closed = read_header(read_object(first)).closed
            except LineError:
                closed = None
            self._closed[blob] = sibling(path, closed.file) if closed else None
        return self._closed[blob]

    def can_be_read(self, version: Version) -> bool:
        """Whether no file of a version is too large."""
        for _, blob in version:
            self._content(blob)
        return not any(blob in self.unread for _, blob in version)

    def content(self, version: Version) -> bytes:
        """Return the bytes of all its files, one behind the other."""
        return b"".join(self._content(blob) for _, blob in version)


def shared(one: Version, other: Version) -> int:
    """Return how many files at the beginning are the same, under whatever name."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, ((_, a), (_, b)) in pairs if a != b), min(len(one), len(other)))
