"""How the facts of a memory differ from those that were sealed."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from urllib.parse import unquote

from verify.graph.past import Past
from verify.graph.unsealed import Unsealed, Way, came_back
from verify.model.seal import SealedFact, SealedStore

_PAIRS_CAP = 2500
"""Comparisons of one fact's bytes with another one's digest; a rewrite of everything is no rename."""
_CONTENT_CAP = 16 * 1024
_SHOWN = 80
_Sides = tuple[Sequence[SealedFact], Sequence[SealedFact]]


class FactDifferences:
    """Compares the facts of the files that differ; all others are what they were."""

    def __init__(self, folder: str, store: SealedStore, past: Past | None) -> None:
        self._folder = folder
        self._manifest = store.manifest.path
        self._past = past
        self._sides = dict(_differing(_sealed_there(store), store.present.facts))

    def found(self) -> Iterator[Unsealed]:
        """Yield one difference a fact, sorted by id."""
        told = self._renamed
        for name, (gone, new) in sorted(self._sides.items()):
            if not new and name in told.values():
                continue
            yield self._told(name, gone, new)

    def _told(self, name: str, gone: Sequence[SealedFact], new: Sequence[SealedFact]) -> Unsealed:
        touches = tuple(dict.fromkeys(fact.path for fact in (*gone, *new)))
        if not new:
            return Unsealed(name, self._manifest, gone[0].line, Way.REMOVED, f"the fact {name} was removed", touches)
        way, what = self._way(name, gone, new)
        renamed = self._renamed.get(name)
        if renamed and way is Way.MOVED:
            touches += tuple(fact.path for fact in self._sides[renamed][0])
        return Unsealed(name, f"{self._folder}/{new[0].path}", new[0].line, way, f"the fact {name} {what}", touches)

    def _way(self, name: str, gone: Sequence[SealedFact], new: Sequence[SealedFact]) -> tuple[Way, str]:
        other = self._renamed.get(name)
        if other and self._renamed.get(other) == name:
            return Way.SWAPPED, f"was swapped with {other}: each has the id of the other one"
        if other:
            return Way.MOVED, f"was moved to this id from {other}"
        if not gone:
            return Way.INSERTED, "was inserted"
        if {fact.digest for fact in gone} & {fact.digest for fact in new}:
            return self._moved(name, gone[0].place, new[0].place)
        if came_back(self._texts.get(name, ())):
            return Way.REPLAYED, "was replayed from an older version"
        return Way.ALTERED, "was altered"

    def _moved(self, name: str, former: str, place: str) -> tuple[Way, str]:
        partner = next((other for other in self._by_places.get((place, former), ()) if other != name), None)
        if partner:
            return Way.SWAPPED, f"was swapped with {partner}"
        return Way.MOVED, f"was moved from {_shown(former)} to {_shown(place)}"

    @cached_property
    def _texts(self) -> Mapping[str, list[str]]:
        """What each of the facts said in one commit after the other."""
        texts: dict[str, list[str]] = {name: [] for name in self._sides}
        for change in self._past.changes if self._past else ():
            if change.after and change.after.id in texts:
                texts[change.after.id].append(change.after.text)
        return texts

    @cached_property
    def _by_places(self) -> Mapping[tuple[str, str], list[str]]:
        """The facts that went from one place to another one."""
        places: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, (gone, new) in sorted(self._sides.items()):
            if gone and new and gone[0].place != new[0].place:
                places[gone[0].place, new[0].place].append(name)
        return places

    @cached_property
    def _renamed(self) -> Mapping[str, str]:
        """The facts whose bytes are those that another id was sealed with, but for the id, and that other id."""
        gone = {fact.digest: name for name, (gone, _) in self._sides.items() for fact in gone}
        sealed = {name for name, (gone, _) in self._sides.items() if gone}
        sides = sorted(self._sides.items())
        new = [fact for _, (_, facts) in sides for fact in facts if len(fact.content) <= _CONTENT_CAP]
        if len(new) * len(sealed) > _PAIRS_CAP:
            return {}
        pairs = ((fact, other) for fact in new for other in sorted(sealed - {fact.id}))
        return {fact.id: other for fact, other in pairs if gone.get(_under(fact, other)) == other}


def _shown(place: str) -> str:
    """Return a place as a reader would name it: the innermost heading, and the file."""
    path, _, section = place.partition("#")
    title = unquote(section.rpartition("/")[2])[:_SHOWN]
    return f"'{title}' in {unquote(path)}" if title else unquote(path)


def _under(fact: SealedFact, name: str) -> str:
    """Return the digest of a fact if its footer had another id."""
    footer = re.compile(rb"(<!--[ \t]{0,9}id:[ \t]{0,9})" + re.escape(fact.id.encode("utf-8", "surrogateescape")))
    other = name.encode("utf-8", "surrogateescape")
    return sha256(footer.sub(lambda match: match.group(1) + other, fact.content)).hexdigest()


def _sealed_there(store: SealedStore) -> Iterator[SealedFact]:
    """Yield the sealed facts of the files that differ now, or are gone."""
    present = store.present
    sealed = {file.path: file.digest for file in store.manifest.files}
    same = {path for path, digest in present.files.items() if sealed.get(path) == digest}
    same |= present.turned | present.unread
    return (fact for fact in store.manifest.facts if fact.path not in same)


def _differing(sealed: Iterable[SealedFact], present: Iterable[SealedFact]) -> Iterator[tuple[str, _Sides]]:
    """Yield each id with the facts that only the seal has, and those that only the memory has."""
    sides: dict[str, tuple[list[SealedFact], list[SealedFact]]] = defaultdict(lambda: ([], []))
    for number, facts in enumerate((sealed, present)):
        for fact in facts:
            sides[fact.id][number].append(fact)
    for name, (before, after) in sides.items():
        gone, new = _beyond(before, after), _beyond(after, before)
        if gone or new:
            yield name, (gone, new)


def _beyond(facts: Sequence[SealedFact], others: Iterable[SealedFact]) -> list[SealedFact]:
    known = Counter((fact.place, fact.digest) for fact in others)
    beyond = []
    for fact in facts:
        known[fact.place, fact.digest] -= 1
        if known[fact.place, fact.digest] < 0:
            beyond.append(fact)
    return beyond
