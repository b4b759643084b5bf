"""What became of the code that facts are anchored in."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from verify.errors import GitError
from verify.graph.file_history import FileHistory
from verify.graph.looked_at import LookedAt
from verify.model.anchor import Anchor, AnchoredCode, Sighting, Standing, anchors_of
from verify.model.facts import Checkbox, Fact
from verify.model.location import CommitId
from verify.nearest import nearest

_NEAREST_CAP = 100
_VERSIONS = 20
"""How many commits of a file are asked whether they changed the code; each version has to be parsed."""
_ABSENT = {Standing.NO_FILE, Standing.NO_SYMBOL}


@dataclass(frozen=True, slots=True)
class Anchored:
    """One anchor of one fact, and what became of it in the checked state."""

    fact: Fact
    anchor: Anchor
    sighting: Sighting


@dataclass(frozen=True, slots=True)
class Drift:
    """An anchor whose code changed since its fact was last looked at.

    ``looked`` is the commit of that look, ``changes`` are those that changed the code, oldest first; None
    is the checked state; where ``more`` commits changed the file, there may be others. Without ``unknown``
    the two could be compared.
    """

    anchored: Anchored
    looked: CommitId | None
    changes: tuple[CommitId | None, ...] = ()
    unknown: str = ""
    more: bool = False


class Anchors:
    """The anchors of the live facts; nothing is read before the first question."""

    def __init__(self, facts: Sequence[Fact], code: AnchoredCode) -> None:
        self._code = code
        self._nearest: dict[Anchor, str | None] = {}
        self._pairs = [
            (fact, anchor)
            for fact in facts
            if not fact.superseded and fact.checkbox is not Checkbox.DONE
            for anchor in anchors_of(fact)
        ]

    @cached_property
    def all(self) -> tuple[Anchored, ...]:
        """Every anchor of a fact that is still in force."""
        found = self._code.look(dict.fromkeys(anchor for _, anchor in self._pairs)) if self._pairs else {}
        return tuple(Anchored(fact, anchor, found[anchor]) for fact, anchor in self._pairs)

    def nearest_symbol(self, anchored: Anchored) -> str | None:
        """Return the symbol of the file that was perhaps meant; none any more after many questions."""
        if anchored.anchor not in self._nearest and len(self._nearest) < _NEAREST_CAP:
            names, wanted = anchored.sighting.names, anchored.anchor.symbol or ""
            ending = wanted.rpartition(".")[2]
            alike = min((name for name in names if name.rpartition(".")[2] == ending), default=None)
            self._nearest[anchored.anchor] = alike or nearest(wanted, names)
        return self._nearest.get(anchored.anchor)

    @cached_property
    def _history(self) -> FileHistory:
        return FileHistory(self._code.commits(sorted({anchored.sighting.path for anchored in self.all})))

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """Today's path of missing files that git knows to have been renamed; none where history is missing."""
        missing = {a.sighting.path for a in self.all if a.sighting.standing is Standing.NO_FILE}
        try:
            return self._code.renamed(self._history.gone(missing)) if missing else {}
        except GitError:
            return {}

    def drifts(self, looked_at: LookedAt) -> Iterator[Drift]:
        """Yield each anchor whose code is another one than when its fact was last looked at."""
        for anchored in self.all:
            if anchored.sighting.standing is not Standing.FOUND:
                continue
            looks = self._history.positions(looked_at.commits(anchored.fact))
            if looks:
                yield from self._drift(anchored, looks)

    def _drift(self, anchored: Anchored, looks: list[int]) -> Iterator[Drift]:
        """Compare the ends: a change that was taken back is none; of several last looks one that agrees will do."""
        path, symbol = anchored.sighting.path, anchored.anchor.symbol
        seen = [self._code.version(self._history.files[at].get(path), path, symbol) for at in looks]
        looked = self._history.commits[looks[-1]].id
        unknown = next((old.reason for old in seen if old.standing is Standing.UNKNOWN), "")
        if any(old.digest == anchored.sighting.digest or old.standing in _ABSENT for old in seen):
            return
        if unknown:
            yield Drift(anchored, looked, unknown=f"{unknown}, as it was at the last look")
        else:
            known = self._history.up_to(looks)
            more = sum(at not in known for at in self._history.touching.get(path, ())) > _VERSIONS
            yield Drift(anchored, looked, tuple(self._changes(anchored, looks)), more=more)

    def _changes(self, anchored: Anchored, looks: list[int]) -> Iterator[CommitId | None]:
        """Yield the commits that changed the code since: of many, the newest ones, or else one older one."""
        path, symbol = anchored.sighting.path, anchored.anchor.symbol
        known = self._history.up_to(looks)
        since = [at for at in self._history.touching.get(path, ()) if at not in known]
        changing = [at for at in since[-_VERSIONS:] if self._changes_it(at, anchored)]
        head = self._code.version(self._history.files[-1].get(path), path, symbol)
        if not changing and head.digest == anchored.sighting.digest:
            changing = self._turning_point(since[:-_VERSIONS], anchored)
        yield from (self._history.commits[at].id for at in changing)
        if head.digest != anchored.sighting.digest:
            yield None

    def _changes_it(self, at: int, anchored: Anchored) -> bool:
        path, symbol = anchored.sighting.path, anchored.anchor.symbol
        blobs = [(c.old, c.new) for side in self._history.commits[at].changes for c in side if c.path == path]
        ends = ([self._code.version(blob, path, symbol).digest for blob in pair] for pair in blobs)
        return all(old != new for old, new in ends)

    def _turning_point(self, commits: list[int], anchored: Anchored) -> list[int]:
        """Return a commit that made the code what it is now, found by halving; none where lines of descent hide it."""
        path, symbol = anchored.sighting.path, anchored.anchor.symbol

        def is_now(at: int) -> bool:
            version = self._code.version(self._history.files[at].get(path), path, symbol)
            return version.digest == anchored.sighting.digest

        at = bisect_left(commits, True, key=is_now)
        return [one for one in commits[at : at + 1] if self._changes_it(one, anchored)]
