"""Which version of each anchored file stood in each commit."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from verify.graph.descent import own_changes
from verify.model.history import Commit
from verify.model.location import BlobId, CommitId

Files = Mapping[str, BlobId]


class FileHistory:
    """The commits by position, parents before children, with their changes of the anchored files."""

    def __init__(self, commits: Sequence[Commit]) -> None:
        self.commits = commits
        self._known: dict[frozenset[int], frozenset[int]] = {}
        self._position = {commit.id: at for at, commit in enumerate(commits) if commit.id}
        self._parents = [tuple(self._position[p] for p in c.parents if p in self._position) for c in commits]

    def positions(self, commits: Iterable[CommitId]) -> list[int]:
        """Return where commits stand."""
        return [self._position[commit] for commit in commits if commit in self._position]

    @cached_property
    def files(self) -> list[Files]:
        """The anchored files of each commit; what did not change is shared."""
        states: list[Files] = []
        for commit, parents in zip(self.commits, self._parents, strict=True):
            before = states[parents[0]] if parents else {}
            changed = {change.path: change.new for change in commit.changes[0]}
            after = {path: blob for path, blob in {**before, **changed}.items() if blob} if changed else before
            states.append(after)
        return states

    @cached_property
    def touching(self) -> Mapping[str, list[int]]:
        """The commits that changed each file against every parent."""
        touching: dict[str, list[int]] = {}
        for at, commit in enumerate(self.commits):
            for change in own_changes(commit):
                touching.setdefault(change.path, []).append(at)
        return touching

    def up_to(self, start: Iterable[int]) -> frozenset[int]:
        """Return some commits and all their ancestors."""
        key = frozenset(start)
        if key not in self._known:
            self._known[key] = frozenset(self._ancestors(key))
        return self._known[key]

    def _ancestors(self, start: frozenset[int]) -> set[int]:
        found: set[int] = set()
        queue = list(start)
        while queue:
            at = queue.pop()
            if at not in found:
                found.add(at)
                queue.extend(self._parents[at])
        return found

    def gone(self, paths: Collection[str]) -> Mapping[str, tuple[CommitId, CommitId]]:
        """Return the last commit that took away each path, with its first parent."""
        gone: dict[str, tuple[CommitId, CommitId]] = {}
        for commit in self.commits:
            if commit.id and commit.parents:
                taken = (c.path for c in commit.changes[0] if c.new is None and c.path in paths)
                gone.update((path, (commit.id, commit.parents[0])) for path in taken)
        return gone
