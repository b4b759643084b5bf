"""Commits that changed something outside the memory."""

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from verify.graph.past import Past
from verify.model.code import CodeHistory
from verify.model.history import Commit
from verify.model.location import CommitId

_BOT = re.compile(r"(?:^|[\W_])bot\]?$|^(?:dependabot|renovate|github-actions)\b", re.IGNORECASE)


class Work:
    """Questions about the work around one memory; ``base`` is where the branch that is judged left another."""

    def __init__(self, past: Past, code: CodeHistory, base: CommitId | None) -> None:
        self._past = past
        self._code = code
        self.base = base

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
        logging = [at for at in range(len(self._past.history.commits)) if self._logs(at)]
        if self.base:
            told = self._past.up_to(self.base)
            return None if any(self._past.commit_of(at) not in told for at in logging) else [self.base]
        newest = logging[-1] if logging else self._past.first_commit
        commit = self._past.commit_of(newest) if newest is not None else None
        return [commit] if commit else None

    def _logs(self, at: int) -> bool:
        return any(change.new for change in self._past.descent.session_changes(at))

    def _is_work(self, commit: Commit, exempt: Sequence[str]) -> bool:
        if len(commit.parents) > 1 or _BOT.search(commit.author):
            return False
        return any(not _matches(path, exempt) for path in self._outside(commit))

    def _outside(self, commit: Commit) -> Iterator[str]:
        """Yield what a commit changed beside the memory: its own project, where that lies below the root."""
        memory = self._past.folder
        home = memory.rpartition("/")[0]
        for change in (change for changes in commit.changes for change in changes):
            beside = not home or change.path.startswith(f"{home}/")
            if beside and not change.path.startswith(f"{memory}/"):
                yield change.path


def _matches(text: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)
