"""When a fact was last looked at: in the last log that references it, or when it was last written."""

from collections.abc import Callable, Iterator
from functools import cached_property

from verify.graph.past import Past
from verify.model.facts import Fact
from verify.model.history import Change
from verify.model.location import BlobId, CommitId, FactId

_Written = tuple[str, tuple[tuple[str, str], ...]]


class LookedAt:
    """The commits in which facts were last looked at; ``log_of`` gives the path of a fact's last log."""

    def __init__(self, past: Past, facts: frozenset[FactId], log_of: Callable[[FactId], str | None]) -> None:
        self._past = past
        self._facts = facts
        self._log_of = log_of

    def commits(self, fact: Fact) -> list[CommitId]:
        """Return the last look, or one on each line of descent; none if that was at the checked state."""
        ats = self._written.get(fact.id, []) + self._logged.get(self._log_of(fact.id) or "", [])
        last = [at for at in sorted(set(ats)) if not any(self._past.descent.descends(later, at) for later in ats)]
        commits = [self._past.commit_of(at) for at in last]
        return [] if None in commits else [commit for commit in commits if commit]

    @cached_property
    def _logged(self) -> dict[str, list[int]]:
        """The commits that added or edited each log that counts."""
        paths = {path for fact in self._facts if (path := self._log_of(fact))}
        logged: dict[str, list[int]] = {}
        for at in range(len(self._past.history.commits)):
            for change in self._past.descent.session_changes(at):
                if change.path in paths and change.new:
                    logged.setdefault(change.path, []).append(at)
        return logged

    @cached_property
    def _written(self) -> dict[FactId, list[int]]:
        """The commits that changed the text or the footer of each fact against every parent."""
        written: dict[FactId, list[int]] = {}
        for at, commit in enumerate(self._past.history.commits):
            sides = [dict(self._changed(changes)) for changes in commit.changes]
            for name in self._facts & set(sides[0] if sides else ()):
                if all(name in side for side in sides):
                    written.setdefault(name, []).append(at)
        return written

    def _changed(self, changes: tuple[Change, ...]) -> Iterator[tuple[FactId, _Written]]:
        before = {name: fact for change in changes for name, fact in self._in(change.old)}
        after = {name: fact for change in changes for name, fact in self._in(change.new)}
        yield from ((name, fact) for name, fact in after.items() if before.get(name) != fact)

    def _in(self, blob: BlobId | None) -> Iterator[tuple[FactId, _Written]]:
        for fact in self._past.history.facts.get(blob, ()) if blob else ():
            if fact.id in self._facts:
                yield fact.id, (fact.text, fact.fields)
