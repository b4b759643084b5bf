"""When a fact was last looked at: in the last log that references it, or when it was last written."""

from collections.abc import Callable, Iterator
from functools import cached_property

from verify.graph.past import Past
from verify.graph.usage import is_use
from verify.model.anchor import KEY
from verify.model.facts import Fact
from verify.model.history import Change
from verify.model.location import BlobId, CommitId, FactId

_Written = tuple[str, str]
_Version = tuple[int, BlobId]


class LookedAt:
    """The commits in which facts were last looked at; ``log_of`` gives the path of a fact's last log."""

    def __init__(self, past: Past, facts: frozenset[FactId], log_of: Callable[[FactId], str | None]) -> None:
        self._past = past
        self._facts = facts
        self._log_of = log_of

    def commits(self, fact: Fact) -> list[CommitId]:
        """Return the last look, or one on each line of descent; none if that was at the checked state."""
        ats = {*self._written.get(fact.id, ()), *self._referenced(fact.id)}
        last: list[int] = []
        # A look that another one followed stands above one of the last.
        for at in sorted(ats, reverse=True):
            if not any(self._past.descent.descends(later, at) for later in last):
                last.append(at)
        commits = [self._past.commit_of(at) for at in reversed(last)]
        return [] if None in commits else [commit for commit in commits if commit]

    def _referenced(self, fact: FactId) -> list[int]:
        """Return the first commit, on each line of descent, with which the last log of a fact references it.

        What is edited in a log later is no look.
        """
        versions = self._versions.get(self._log_of(fact) or "", [])
        telling = [version for version in versions if self._tells(version[1], fact)] if len(versions) > 1 else versions
        first: list[int] = []
        for at, _ in telling or versions[:1]:
            if not any(self._past.descent.descends(at, earlier) for earlier in first):
                first.append(at)
        return first

    def _tells(self, blob: BlobId, fact: FactId) -> bool:
        mentions = self._past.history.session(blob).mentions
        return any(mention.token == fact and is_use(mention) for mention in mentions)

    @cached_property
    def _versions(self) -> dict[str, list[_Version]]:
        """The versions of each log that counts, with the commits that brought them; also under a former name."""
        paths = {path for fact in self._facts if (path := self._log_of(fact))}
        versions: dict[str, list[_Version]] = {}
        for at in range(len(self._past.history.commits)):
            changes = self._past.descent.session_changes(at)
            gone = {change.old: change.path for change in changes if change.new is None}
            for change in changes:
                former = gone.get(change.new) if change.old is None else None
                if former:
                    versions[change.path] = list(versions.get(former, ()))
                elif change.new:
                    versions.setdefault(change.path, []).append((at, change.new))
        return {path: versions[path] for path in paths & versions.keys()}

    @cached_property
    def _written(self) -> dict[FactId, list[int]]:
        """The commits that changed the text or the anchors of each fact against every parent."""
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
                yield fact.id, (fact.text, next((value for key, value in fact.fields if key == KEY), ""))
