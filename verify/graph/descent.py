"""Who descends from whom."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from verify.graph.stems import named_time, stem_of
from verify.model.history import Change, Commit
from verify.model.location import CommitId


class Descent:
    """The commits of a history by position, parents before children."""

    def __init__(self, commits: Sequence[Commit], folder: str) -> None:
        self._commits = commits
        self._sessions = f"{folder}/sessions/"

    @cached_property
    def parents(self) -> list[tuple[int, ...]]:
        """The positions of the parents of each commit."""
        position = {commit.id: at for at, commit in enumerate(self._commits) if commit.id}
        return [tuple(position[p] for p in commit.parents if p in position) for commit in self._commits]

    def up_to(self, commit: CommitId) -> frozenset[CommitId]:
        """Return a commit and all its ancestors."""
        position = next((at for at, one in enumerate(self._commits) if one.id == commit), None)
        found: set[int] = set()
        queue = [] if position is None else [position]
        while queue:
            at = queue.pop()
            if at not in found:
                found.add(at)
                queue.extend(self.parents[at])
        return frozenset(known for at in found if (known := self._commits[at].id))

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in self._commits]
        for at, parents in enumerate(self.parents):
            for parent in parents:
                children[parent].append(at)
        return children

    def descends(self, later: int, earlier: int) -> bool:
        """Whether one commit has the other among its ancestors."""
        column = self._columns.get(earlier)
        if column is None:
            return later in self._below(earlier)
        return later != earlier and bool(self._rows[later] >> column & 1)

    @cached_property
    def _columns(self) -> dict[int, int]:
        """The commits that change more than logs, numbered: of no others is asked what descends from them."""
        changes = ((at, change) for at, commit in enumerate(self._commits) for c in commit.changes for change in c)
        telling = dict.fromkeys(at for at, change in changes if not self.is_session(change.path))
        return {at: number for number, at in enumerate(telling)}

    @cached_property
    def _rows(self) -> list[int]:
        """For each commit a bit for every numbered one that it is or descends from.

        Commits between two numbered ones share the row of the first, so that little is kept.
        """
        rows: list[int] = []
        for at, parents in enumerate(self.parents):
            row = rows[parents[0]] if parents else 0
            for parent in parents[1:]:
                row |= rows[parent]
            rows.append(row | 1 << self._columns[at] if at in self._columns else row)
        return rows

    @lru_cache(maxsize=64)  # noqa: B019 - one descent a history
    def _below(self, start: int) -> frozenset[int]:
        found: set[int] = set()
        queue = deque(self._children[start])
        while queue:
            at = queue.popleft()
            if at not in found:
                found.add(at)
                queue.extend(self._children[at])
        return frozenset(found)

    def next_logging(self, start: int) -> Iterator[int]:
        """Yield, on each line of descent, the next commit that adds a session."""
        seen: set[int] = set()
        queue = deque(self._children[start])
        while queue:
            at = queue.popleft()
            if at in seen:
                continue
            seen.add(at)
            if self.added_logs(at):
                yield at
            else:
                queue.extend(self._children[at])

    def span(self, start: int) -> set[int]:
        """Return a commit and those below it, on each line up to the next one that adds a session."""
        found = {start}
        queue = deque(self._children[start])
        while queue:
            at = queue.popleft()
            if at not in found:
                found.add(at)
                queue.extend(() if self.added_logs(at) else self._children[at])
        return found

    def added_logs(self, at: int) -> list[str]:
        """Return the paths of the logs that a commit adds and that are none under another name."""
        changes = self.session_changes(at)
        gone = {change.old for change in changes if change.new is None}
        return [change.path for change in changes if change.old is None and change.new not in gone]

    def belonging(self, wanted: Callable[[str], bool], start: int) -> set[int]:
        """Return the positions from ``start`` on whose log is wanted: named by them, added, or the next one."""
        found: set[int] = set()
        leading: set[int] = set()
        for at in range(len(self._commits) - 1, start - 1, -1):
            named, added = self._named_logs(at), self.added_logs(at)
            if any(map(wanted, added)) if added else any(child in leading for child in self._children[at]):
                leading.add(at)
            if any(map(wanted, named)) if named else at in leading:
                found.add(at)
        return found

    def logs_of(self, at: int) -> list[str]:
        """Return the logs that a commit names or adds, or else the next ones on each line of descent."""
        own = self._named_logs(at) or self.added_logs(at)
        return own or [path for later in self.next_logging(at) for path in self.added_logs(later)]

    def commits_of(self, log: str, start: int) -> list[int]:
        """Return the positions from ``start`` on, newest first, of the commits that belong to a log."""
        seen: set[int] = set()
        queue = list(self._adding.get(log, ()))
        while queue:
            at = queue.pop()
            if at >= start and at not in seen:
                seen.add(at)
                queue += [parent for parent in self.parents[at] if not self.added_logs(parent)]
        found = {at for at in seen if not self._named_logs(at)} | set(self._naming.get(log, ()))
        return sorted(found, reverse=True)

    @cached_property
    def _adding(self) -> Mapping[str, list[int]]:
        adding: dict[str, list[int]] = {}
        for at, commit in enumerate(self._commits):
            for path in self.added_logs(at) if any(commit.changes) else ():
                adding.setdefault(path, []).append(at)
        return adding

    @cached_property
    def _naming(self) -> Mapping[str, list[int]]:
        naming: dict[str, list[int]] = {}
        for at, commit in enumerate(self._commits):
            for path in self._named_logs(at) if commit.trailers else ():
                naming.setdefault(path, []).append(at)
        return naming

    def _named_logs(self, at: int) -> list[str]:
        stems = (t.value.strip("`").removesuffix(".md") for t in self._commits[at].trailers if t.key == "session")
        paths = (f"{self._sessions}{stem.rpartition('/')[2]}.md" for stem in stems)
        return [path for path in paths if path in self._adding]

    def session_changes(self, at: int) -> list[Change]:
        """Return the logs that a commit added, changed or deleted against every parent."""
        return [change for change in own_changes(self._commits[at]) if self.is_session(change.path)]

    def is_session(self, path: str) -> bool:
        """Whether a path is that of a log."""
        inside = path.removeprefix(self._sessions)
        is_log = path.startswith(self._sessions) and inside.endswith(".md") and "/" not in inside
        return is_log and named_time(stem_of(path)) is not None


def own_changes(commit: Commit) -> Iterable[Change]:
    """Return what a commit changed against every parent; the rest came whole from one of them."""
    if len(commit.changes) == 1:
        return commit.changes[0]
    common = set.intersection(*({change.path for change in changes} for changes in commit.changes))
    own: dict[str, Change] = {}
    for change in (change for changes in commit.changes for change in changes if change.path in common):
        if change.path not in own or (own[change.path].old is None and change.old):
            own[change.path] = change
    return own.values()
