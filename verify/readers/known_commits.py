"""Commits with their changes, as they are kept between runs."""

import json
from collections.abc import Iterable
from typing import Any

from verify.model.history import Change, Commit, Trailer
from verify.model.location import CommitId
from verify.readers.raw_log import Walked
from verify.store import Store

PACKS_CAP = 50
"""With so many packs, all are put together into one."""
_TIPS_CAP = 100


class KnownCommits:
    """The commits that git told of some folders, each with all its ancestors.

    ``doubtful`` are the objects behind the commits that were used and of which only an earlier run has told.
    """

    def __init__(self, folders: tuple[str, ...], store: Store | None, *, afresh: bool) -> None:
        self.commits: dict[CommitId, Commit] = {}
        self.doubtful: list[str] = []
        self._trees: dict[CommitId, tuple[str, ...]] = {}
        self._scope = "commits " + json.dumps(folders)
        self._store = store
        self._packs = 0
        self._new: list[CommitId] = []
        self._kept: set[CommitId] = set()
        if store and not afresh:
            self._load(store.read(self._scope))

    def _load(self, packs: list[bytes]) -> None:
        try:
            for pack in packs:
                self._take(map(_decoded, json.loads(pack)))
        except (ValueError, TypeError, LookupError):
            self.commits, self._trees, packs = {}, {}, []
        self._packs = len(packs)
        self._kept = set(self.commits)

    def _take(self, walked: Iterable[Walked]) -> list[CommitId]:
        taken = []
        for one in walked:
            if one.commit.id and one.commit.id not in self.commits:
                self.commits[one.commit.id] = one.commit
                self._trees[one.commit.id] = one.trees
                taken.append(one.commit.id)
        return taken

    def add(self, walked: Iterable[Walked]) -> None:
        """Note what git told in this run."""
        self._new += self._take(walked)

    @property
    def tips(self) -> list[CommitId]:
        """The newest commits, from which all others are reached."""
        parents = {parent for commit in self.commits.values() for parent in commit.parents}
        return [name for name in self.commits if name not in parents][-_TIPS_CAP:]

    def use(self, commits: Iterable[Commit]) -> None:
        """Doubt the objects behind these commits, as far as only an earlier run has told of them."""
        names = [commit.id for commit in commits if commit.id in self._kept and commit.id]
        self.doubtful += [tree for name in names for tree in (name, *self._trees[name])]
        self._kept.difference_update(names)

    def save(self) -> None:
        """Keep what is new."""
        if self._store and self._new:
            alone = not 0 < self._packs < PACKS_CAP
            names = list(self.commits) if alone else self._new
            records = [_encoded(self.commits[name], self._trees[name]) for name in names]
            kept = self._store.add(self._scope, json.dumps(records, separators=(",", ":")).encode(), alone=alone)
            self._packs = (0 if alone else self._packs) + 1 if kept else 0
            self._new = []


def _encoded(commit: Commit, trees: tuple[str, ...]) -> list[Any]:
    changes = [[[change.path, change.old, change.new] for change in side] for side in commit.changes]
    trailers = [[trailer.key, trailer.value] for trailer in commit.trailers]
    times = [commit.authored, commit.committed]
    return [commit.id, commit.parents, *times, changes, commit.author, trailers, commit.subject, trees]


def _decoded(record: list[Any]) -> Walked:
    name, parents, authored, committed, sides, author, pairs, subject, trees = record
    changes = tuple(tuple(Change(*change) for change in side) for side in sides)
    trailers = tuple(Trailer(*pair) for pair in pairs)
    return Walked(Commit(name, tuple(parents), authored, committed, changes, author, trailers, subject), tuple(trees))
