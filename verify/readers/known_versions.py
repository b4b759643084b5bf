"""The facts of versions of files, as they are kept between runs."""

import json
from collections.abc import Iterable
from typing import Any

from verify.model.facts import Checkbox, NodeKind, Tier
from verify.model.facts import Store as Home
from verify.model.history import PastFact
from verify.model.location import BlobId, FactId
from verify.model.memory import Role
from verify.pack_table import DamagedError
from verify.readers.kept_values import number, object_id, pair, positions, rows, text, truth, unpack
from verify.readers.known_commits import PACKS_CAP
from verify.store import Store

_SCOPE = "versions"

Version = tuple[Role, BlobId]
"""A content and what it is read as."""
_Whole = tuple[PastFact, tuple[tuple[str, str], ...]]
"""A fact with its footer, which does not count when facts are compared."""


class KnownVersions:
    """The facts of each version that was read; a fact that reads the same in many is one object.

    ``doubtful`` are the versions that were used and of which only an earlier run has told.
    """

    def __init__(self, store: Store | None, *, afresh: bool) -> None:
        self.doubtful: list[str] = []
        self._versions: dict[Version, tuple[PastFact, ...]] = {}
        self._facts: list[PastFact] = []
        self._store = store
        self._packs = 0
        self._saved = 0
        self._new: list[Version] = []
        if store and not afresh:
            self._load(store.read(_SCOPE))
        self._numbers: dict[_Whole, int] = {}
        self._by_identity: dict[int, int] = {}
        self._kept = set(self._versions)

    def _load(self, packs: list[bytes]) -> None:
        for pack in packs:
            unpack(pack, self._take)
        self._packs, self._saved = len(packs), len(self._facts)

    def _take(self, record: list[Any]) -> None:
        known, facts, versions = record
        if number(known) != len(self._facts):
            raise DamagedError("a pack is missing before this one")
        self._facts += map(_decoded, rows(facts))
        for role, blob, numbers in map(rows, rows(versions)):
            version = Role(text(role)), BlobId(object_id(blob))
            if version in self._versions:
                raise DamagedError("a version was kept twice")
            self._versions[version] = tuple(map(self._facts.__getitem__, positions(numbers)))

    def get(self, version: Version) -> tuple[PastFact, ...] | None:
        """Return the facts of a version, None if it was never read."""
        facts = self._versions.get(version)
        if version in self._kept:
            self._kept.remove(version)
            self.doubtful.append(version[1])
        return facts

    def add(self, version: Version, facts: Iterable[PastFact]) -> None:
        """Note what was read in this run."""
        if not self._numbers:
            self._numbers = {(fact, fact.fields): at for at, fact in enumerate(self._facts)}
            self._by_identity = {id(fact): at for at, fact in enumerate(self._facts)}
        self._versions[version] = tuple(self._facts[self._number(fact)] for fact in facts)
        self._new.append(version)

    def _number(self, fact: PastFact) -> int:
        # Most facts are the very object that the version before had; to hash them all takes long.
        at = self._by_identity.get(id(fact))
        if at is None:
            at = self._numbers.setdefault((fact, fact.fields), len(self._facts))
            if at == len(self._facts):
                self._facts.append(fact)
                self._by_identity[id(fact)] = at
        return at

    def save(self) -> None:
        """Keep what is new."""
        if self._store and self._new:
            alone = not 0 < self._packs < PACKS_CAP
            kept = self._store.add(_SCOPE, self._encoded(alone), alone=alone)
            self._packs = (0 if alone else self._packs) + 1 if kept else 0
            self._saved = len(self._facts)
            self._new = []

    def _encoded(self, alone: bool) -> bytes:
        start = 0 if alone else self._saved
        facts = [_encoded(fact) for fact in self._facts[start:]]
        numbers = {id(fact): at for at, fact in enumerate(self._facts)}
        told = self._versions if alone else self._new
        versions = [[role.value, blob, [numbers[id(f)] for f in self._versions[role, blob]]] for role, blob in told]
        return json.dumps([start, facts, versions], separators=(",", ":")).encode()


def _encoded(fact: PastFact) -> list[Any]:
    tier = fact.tier.value if fact.tier else None
    kinds = [fact.kind.value, fact.store.value, fact.checkbox.value]
    return [fact.id, *kinds, fact.text, tier, fact.superseded, fact.created, fact.origin, fact.fields]


def _decoded(record: Any) -> PastFact:
    key, kind, home, checkbox, words, tier, superseded, created, origin, footer = rows(record)
    where = NodeKind(text(kind)), Home(text(home)), Checkbox(text(checkbox))
    faded = None if tier is None else Tier(text(tier))
    since, source = (None if value is None else text(value) for value in (created, origin))
    fields = tuple(map(pair, rows(footer)))
    return PastFact(FactId(text(key)), *where, text(words), faded, truth(superseded), since, source, fields)
