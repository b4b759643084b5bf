"""Commits with their changes, as they are kept between runs."""

from collections.abc import Iterable
from typing import Any

from verify.model.history import Change, Commit, Trailer
from verify.model.location import BlobId, CommitId
from verify.pack_table import DamagedError
from verify.readers.kept_values import name, number, object_id, pair, rows, unpack
from verify.readers.raw_log import Walked
from verify.readers.trailers import TRAILERS
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
        self._scope = _scope(folders) if store else ""
        self._store = store
        self._packs = 0
        self._new: list[CommitId] = []
        self._kept: set[CommitId] = set()
        if store and not afresh:
            self._load(store.read(self._scope))

    def _load(self, packs: list[bytes]) -> None:
        for pack in packs:
            walked = unpack(pack, lambda records: list(map(_decoded, records)))
            if len(self._take(walked)) != len(walked):
                raise DamagedError("a commit was kept twice")
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
        return [known for known in self.commits if known not in parents][-_TIPS_CAP:]

    def use(self, commits: Iterable[Commit]) -> None:
        """Doubt the objects behind these commits, as far as only an earlier run has told of them."""
        used = [commit.id for commit in commits if commit.id in self._kept and commit.id]
        self.doubtful += [tree for one in used for tree in (one, *self._trees[one])]
        self._kept.difference_update(used)

    def save(self) -> None:
        """Keep what is new."""
        if self._store and self._new:
            import json  # noqa: PLC0415 - most runs keep nothing

            alone = not 0 < self._packs < PACKS_CAP
            told = list(self.commits) if alone else self._new
            records = [_encoded(self.commits[one], self._trees[one]) for one in told]
            kept = self._store.add(self._scope, json.dumps(records, separators=(",", ":")).encode(), alone=alone)
            self._packs = (0 if alone else self._packs) + 1 if kept else 0
            self._new = []


def _scope(folders: tuple[str, ...]) -> str:
    import json  # noqa: PLC0415 - see above

    return "commits " + json.dumps(folders)


def _encoded(commit: Commit, trees: tuple[str, ...]) -> list[Any]:
    changes = [[[change.path, change.old, change.new] for change in side] for side in commit.changes]
    trailers = [[trailer.key, trailer.value] for trailer in commit.trailers]
    times = [commit.authored, commit.committed]
    return [commit.id, commit.parents, *times, changes, commit.author, trailers, commit.subject, trees]


def _decoded(record: Any) -> Walked:
    key, parents, authored, committed, sides, author, trailers, subject, trees = rows(record)
    above = tuple(CommitId(object_id(parent)) for parent in rows(parents))
    changes = tuple(tuple(map(_change, rows(side))) for side in rows(sides))
    if len(changes) != max(len(above), 1):
        raise DamagedError("a commit has changes against each parent, or against nothing")
    times = number(authored), number(committed)
    claims = tuple(map(_trailer, rows(trailers)))
    told = Commit(CommitId(object_id(key)), above, *times, changes, name(author), claims, name(subject))
    return Walked(told, tuple(map(object_id, rows(trees))))


def _change(record: Any) -> Change:
    path, old, new = rows(record)
    return Change(name(path), *(None if blob is None else BlobId(object_id(blob)) for blob in (old, new)))


def _trailer(record: Any) -> Trailer:
    key, value = pair(record)
    if key not in TRAILERS:
        raise DamagedError("no trailer that tells of intent")
    return Trailer(key, name(value))
