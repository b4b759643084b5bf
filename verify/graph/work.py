"""Commits that changed something outside the memory."""

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from verify.graph.past import Past
from verify.model.code import CodeHistory
from verify.model.history import Commit
from verify.model.location import CommitId

_BOT = re.compile(r"(?:^|[\W_])bot\]?$|^(?:dependabot|renovate|github[- ]actions?)\b", re.IGNORECASE)
_MEMORY = re.compile(r"(?:^|/)memory/(?:.*/)?[^/]+\.(?:md|jsonl)$", re.DOTALL)

OWN_FILES = frozenset(
    {"verify.toml", "verify-baseline.jsonl", ".github/workflows/verify.yml", ".pre-commit-config.yaml"}
)
"""What this program writes into a repository: a commit that adopts it, or shortens the baseline, is no work."""


class Work:
    """Questions about the work around one memory; ``base`` is where the branch that is judged left another.

    What lies beside one of the ``others``, further inside, is the work that those tell of.
    """

    def __init__(self, past: Past, code: CodeHistory, base: CommitId | None, others: Sequence[str] = ()) -> None:
        self._past = past
        self._code = code
        self.base = base
        self._home = past.folder.rpartition("/")[0]
        homes = {other.rpartition("/")[0] for other in others}
        self._elsewhere = tuple(f"{home}/" for home in homes if home and f"{home}/".startswith(_folder(self._home)))

    def unlogged(self, paths: Sequence[str], authors: Sequence[str]) -> list[Commit]:
        """Return the commits of work that no session tells of, parents first.

        On a branch these are all that it brought, unless it brought a session; else those that are no
        ancestors of the newest commit that touched one. Of ``paths`` and ``authors``, which may hold
        wildcards, none counts, nor do merges and bots.
        """
        known = self._known()
        commits = [] if known is None else self._code.beyond(known)
        return [c for c in commits if self._is_work(c, paths) and not _matches(c.author, authors)]

    def _known(self) -> list[CommitId] | None:
        """Return the commits whose ancestors are told of; None if that is all of them."""
        newest_first = reversed(range(len(self._past.history.commits)))
        if self.base:
            told = self._past.up_to(self.base)
            brought = (at for at in newest_first if self._past.commit_of(at) not in told)
            return None if any(map(self._logs, brought)) else [self.base]
        newest = next(filter(self._logs, newest_first), self._past.first_commit)
        commit = self._past.commit_of(newest) if newest is not None else None
        return [commit] if commit else None

    def _logs(self, at: int) -> bool:
        """Whether a commit adds or edits a log that is more than a stub; another name is none of both."""
        changes = self._past.descent.session_changes(at)
        gone = {change.old for change in changes if change.new is None}
        written = (change.new for change in changes if change.new and not (change.old is None and change.new in gone))
        return any(self._past.history.session(blob).auto_stub is False for blob in written)

    def _is_work(self, commit: Commit, exempt: Sequence[str]) -> bool:
        if len(commit.parents) > 1 or _BOT.search(commit.author):
            return False
        return any(not _matches(path, exempt) for path in self._outside(commit))

    def _outside(self, commit: Commit) -> Iterator[str]:
        """Yield what a commit changed beside the memory: its own project, where that lies below the root."""
        memory, start = f"{self._past.folder}/", _folder(self._home)
        for path in (change.path for changes in commit.changes for change in changes):
            mine = path.startswith(start) and not path.startswith((memory, *self._elsewhere))
            # A memory may have lain elsewhere, or there may be another one.
            if mine and path not in OWN_FILES and not _MEMORY.search(path):
                yield path


def _folder(home: str) -> str:
    return f"{home}/" if home else ""


def _matches(text: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)
