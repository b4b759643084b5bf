"""Which version of which file stood in a commit; asked for only where something seems to come or go."""

from functools import lru_cache

from verify.model.facts import Store
from verify.model.history import History, PastFact
from verify.model.location import BlobId, FactId


class Trees:
    """The files of each commit, put together along its first parents."""

    def __init__(self, history: History, parents: list[tuple[int, ...]]) -> None:
        self._history = history
        self._parents = parents
        self.files = lru_cache(maxsize=64)(self._files)

    def _files(self, at: int) -> dict[str, BlobId]:
        """Return the path and blob of each file in the commit at a position."""
        latest: dict[str, BlobId | None] = {}
        here: int | None = at
        while here is not None:
            for change in self._history.commits[here].changes[0]:
                latest.setdefault(change.path, change.new)
            here = self._parents[here][0] if self._parents[here] else None
        return {path: blob for path, blob in latest.items() if blob}

    def fact(self, at: int, name: FactId) -> tuple[str, PastFact] | None:
        """Return a fact that stands somewhere in a commit, with its path; a live one if there is one."""
        files = sorted(self.files(at).items())
        found = [(path, fact) for path, blob in files for fact in self._history.facts.get(blob, ()) if fact.id == name]
        return min(found, key=lambda place: place[1].store is not Store.LIVE, default=None)
