"""What became of the code that facts are anchored in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from verify.errors import GitError
from verify.graph.descent import own_changes
from verify.graph.looked_at import LookedAt
from verify.model.anchor import Anchor, AnchoredCode, Sighting, Standing, anchors_of
from verify.model.facts import Checkbox, Fact
from verify.model.history import Commit
from verify.model.location import BlobId, CommitId
from verify.nearest import nearest

_NEAREST_CAP = 100
_ABSENT = {Standing.NO_FILE, Standing.NO_SYMBOL}
_Files = Mapping[str, BlobId]


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
    is the checked state. Without ``unknown`` the two could be compared.
    """

    anchored: Anchored
    looked: CommitId | None
    changes: tuple[CommitId | None, ...] = ()
    unknown: str = ""


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
    def _commits(self) -> Sequence[Commit]:
        return self._code.commits(sorted({anchored.sighting.path for anchored in self.all}))

    @cached_property
    def _position(self) -> Mapping[CommitId, int]:
        return {commit.id: at for at, commit in enumerate(self._commits) if commit.id}

    @cached_property
    def _parents(self) -> list[tuple[int, ...]]:
        return [tuple(self._position[p] for p in c.parents if p in self._position) for c in self._commits]

    @cached_property
    def _files(self) -> list[_Files]:
        """The anchored files of each commit."""
        states: list[_Files] = []
        for commit, parents in zip(self._commits, self._parents, strict=True):
            before = states[parents[0]] if parents else {}
            changed = {change.path: change.new for change in commit.changes[0]}
            after = {path: blob for path, blob in {**before, **changed}.items() if blob} if changed else before
            states.append(after)
        return states

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """Today's path of missing files that git knows to have been renamed; none where history is missing."""
        missing = {a.sighting.path for a in self.all if a.sighting.standing is Standing.NO_FILE}
        try:
            return self._code.renamed(self._gone(missing)) if missing else {}
        except GitError:
            return {}

    def _gone(self, paths: set[str]) -> Mapping[str, tuple[CommitId, CommitId]]:
        """Return the last commit that took away each path, with its first parent."""
        gone: dict[str, tuple[CommitId, CommitId]] = {}
        for commit in self._commits:
            if commit.id and commit.parents:
                taken = (c.path for c in commit.changes[0] if c.new is None and c.path in paths)
                gone.update((path, (commit.id, commit.parents[0])) for path in taken)
        return gone

    def drifts(self, looked_at: LookedAt) -> Iterator[Drift]:
        """Yield each anchor whose code is another one than when its fact was last looked at."""
        for anchored in self.all:
            if anchored.sighting.standing is not Standing.FOUND:
                continue
            looks = [self._position[commit] for commit in looked_at.commits(anchored.fact) if commit in self._position]
            if looks:
                yield from self._drift(anchored, looks)

    def _drift(self, anchored: Anchored, looks: list[int]) -> Iterator[Drift]:
        """Compare the ends: a change that was taken back is none; of several last looks one that agrees will do."""
        path, symbol = anchored.sighting.path, anchored.anchor.symbol
        seen = [self._code.version(self._files[at].get(path), path, symbol) for at in looks]
        looked = self._commits[looks[-1]].id
        unknown = next((old.reason for old in seen if old.standing is Standing.UNKNOWN), "")
        if any(old.digest == anchored.sighting.digest or old.standing in _ABSENT for old in seen):
            return
        if unknown:
            yield Drift(anchored, looked, unknown=f"{unknown}, as it was in {looked}")
        else:
            yield Drift(anchored, looked, tuple(self._changes(anchored, looks)))

    def _changes(self, anchored: Anchored, looks: list[int]) -> Iterator[CommitId | None]:
        path, symbol = anchored.sighting.path, anchored.anchor.symbol
        known = self._up_to(looks)
        for at, commit in enumerate(self._commits):
            if at not in known and any(change.path == path for change in own_changes(commit)):
                changes = [c for side in commit.changes for c in side if c.path == path]
                ends = [
                    (self._code.version(c.old, path, symbol), self._code.version(c.new, path, symbol)) for c in changes
                ]
                if all(old.digest != new.digest for old, new in ends):
                    yield commit.id
        head = self._code.version(self._files[-1].get(path), path, symbol)
        if head.digest != anchored.sighting.digest:
            yield None

    def _up_to(self, looks: list[int]) -> set[int]:
        found: set[int] = set()
        queue = list(looks)
        while queue:
            at = queue.pop()
            if at not in found:
                found.add(at)
                queue.extend(self._parents[at])
        return found
