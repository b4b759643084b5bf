"""What became of a ledger from commit to commit: it may only grow."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from verify.git import Git
from verify.ledger import LineError, read_header, read_object, sibling, whole_lines, without_torn_tail
from verify.model.history import Commit, LedgerCut, LedgerPast
from verify.model.location import BlobId
from verify.readers.declared import of_ledger
from verify.readers.source import SIZE_CAP

_TELLING = (b"REVERSAL", b"SUPERSEDE", b"CORRECTION")
_HELD = 8
"""Versions held at a time: a line of commits needs two, and merges a few more."""
_Tree = dict[str, BlobId]
_Version = tuple[tuple[str, BlobId], ...]


def read_ledger_past(
    git: Git, commits: Sequence[Commit], paths: Sequence[str], saved: Callable[[str], bytes] | None = None
) -> LedgerPast:
    """Compare each version of the ledgers with those of the parents. Raises GitError.

    ``saved`` reads a file of the checked state, which is the last commit then.
    """
    walks = [_Walk(git, commits, path, saved) for path in paths]
    cuts = [cut for walk in walks for cut in walk.cuts()]
    recorded: dict[str, list[int]] = {}
    for walk in walks:
        for name, at in walk.recorded:
            recorded.setdefault(name, []).append(at)
    return LedgerPast(
        cuts=tuple(cuts),
        committed=frozenset(walk.path for walk in walks if walk.committed),
        recorded={name: tuple(sorted(set(places))) for name, places in recorded.items()},
        unread=tuple(blob for walk in walks for blob in walk.unread),
    )


@dataclass(frozen=True, slots=True)
class _Offence:
    at: int
    before: _Version
    after: _Version


class _Walk:
    """One ledger, with the files that were closed before it."""

    def __init__(self, git: Git, commits: Sequence[Commit], path: str, saved: Callable[[str], bytes] | None) -> None:
        self.path = path
        self.recorded: list[tuple[str, int]] = []
        self.unread: list[BlobId] = []
        self.committed = False
        self._git = git
        self._commits = commits
        self._saved = saved
        self._unsaved = self._only_on_top() if saved else {}
        self._content = lru_cache(maxsize=_HELD)(self._read)
        self._closed: dict[BlobId, str | None] = {}
        self._merged = False

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

    def cuts(self) -> Iterator[LedgerCut]:
        """Yield each commit after which lines were gone that are gone still, one for each distinct change."""
        offences: dict[tuple[_Version, _Version], _Offence] = {}
        trees = list(self._trees(offences))
        today = self._version(trees[-1]) if trees else ()
        for offence in offences.values():
            involved = {blob for version in (offence.before, offence.after, today) for _, blob in version}
            if not self._restored(offence.before, today) and involved.isdisjoint(self.unread):
                yield self._cut(offence)

    def _trees(self, offences: dict[tuple[_Version, _Version], _Offence]) -> Iterator[_Tree]:
        position: dict[str, int] = {}
        trees: list[_Tree] = []
        for at, commit in enumerate(self._commits):
            parents = [trees[position[parent]] for parent in commit.parents if parent in position]
            if any(of_ledger(c.path, self.path) for changes in commit.changes for c in changes):
                tree = self._changed(parents[0] if parents else {}, commit)
                self.committed = self.committed or (commit.id is not None and self.path in tree)
                for offence in self._compare(at, [self._version(one) for one in parents], self._version(tree)):
                    offences.setdefault((offence.before, offence.after), offence)
            else:
                tree = parents[0] if parents else {}
            trees.append(tree)
            if commit.id:
                position[commit.id] = at
            yield tree

    def _changed(self, tree: _Tree, commit: Commit) -> _Tree:
        changed = dict(tree)
        for change in commit.changes[0]:
            if of_ledger(change.path, self.path):
                changed.pop(change.path, None)
                if change.new:
                    changed[change.path] = change.new
        return changed

    def _version(self, tree: _Tree) -> _Version:
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

    def _compare(self, at: int, befores: Sequence[_Version], after: _Version) -> Iterator[_Offence]:
        if after in befores and len(befores) == 1:
            return
        if len(befores) > 1:
            self._merged = True
            yield from (_Offence(at, b, after) for b in befores if not self._continues(b, after, merge=True))
            if after not in befores:
                self._record(at, befores, after)
            return
        for before in befores:
            if not self._continues(before, after, merge=False):
                yield _Offence(at, before, after)
        self._record(at, befores, after)

    def _continues(self, before: _Version, after: _Version, *, merge: bool) -> bool:
        """Whether a version begins with another one; a merge need only hold every line of it once."""
        same = _shared(before, after)
        old, new = without_torn_tail(self._bytes(before[same:])), self._bytes(after[same:])
        if new.startswith(old):
            return True
        return merge and not Counter(whole_lines(old)) - Counter(whole_lines(new))

    def _bytes(self, version: _Version) -> bytes:
        return b"".join(self._content(blob) for _, blob in version)

    def _restored(self, before: _Version, today: _Version) -> bool:
        # Where lines were merged, today's file may hold others between them.
        return self._continues(before, today, merge=self._merged)

    def _record(self, at: int, befores: Sequence[_Version], after: _Version) -> None:
        for line in self._new_lines(befores, after):
            if any(word in line for word in _TELLING):
                self.recorded += ((name, at) for name in _named(line))

    def _new_lines(self, befores: Sequence[_Version], after: _Version) -> Iterator[bytes]:
        """Yield the lines that no parent has."""
        same = min((_shared(before, after) for before in befores), default=0)
        olds, new = [without_torn_tail(self._bytes(before[same:])) for before in befores], self._bytes(after[same:])
        if len(olds) == 1 and new.startswith(olds[0]):
            # Nearly always: what was appended is all that is looked at, however long the file is.
            yield from whole_lines(new[len(olds[0]) :])
            return
        known = {line for old in olds for line in whole_lines(old)}
        yield from (line for line in whole_lines(new) if line not in known)

    def _cut(self, offence: _Offence) -> LedgerCut:
        old = [line for _, blob in offence.before for line in whole_lines(self._content(blob))]
        new = [line for _, blob in offence.after for line in whole_lines(self._content(blob))]
        first = next((n for n, (one, other) in enumerate(zip_longest(old, new), 1) if one != other), 1)
        lost = sum((Counter(old) - Counter(new)).values())
        return LedgerCut(offence.at, self.path, first, lost)


def _shared(one: _Version, other: _Version) -> int:
    """Return how many files at the beginning are the same, under whatever name."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, ((_, a), (_, b)) in pairs if a != b), min(len(one), len(other)))


def _named(line: bytes) -> Iterator[str]:
    try:
        table = read_object(line)
    except LineError:
        return
    if table.get("type") in {word.decode() for word in _TELLING} and isinstance(table.get("ref"), str):
        yield table["ref"]
