"""What became of the code that facts are anchored in."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from verify.errors import GitError
from verify.graph.code_changes import CodeChanges
from verify.graph.file_history import FileHistory
from verify.graph.looked_at import LookedAt
from verify.model.anchor import Anchor, AnchoredCode, Sighting, Standing, anchors_of
from verify.model.facts import Checkbox, Fact
from verify.model.location import CommitId
from verify.nearest import nearest

_NEAREST_CAP = 100
_ABSENT = {Standing.NO_FILE, Standing.NO_SYMBOL}


class Anchored(Struct, frozen=True):
    """One anchor of one fact, and what became of it in the checked state."""

    fact: Fact
    anchor: Anchor
    sighting: Sighting


class Drift(Struct, frozen=True):
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
            if looks and anchored.sighting.path in self._converted:
                yield from self._committed_drift(anchored, looks)
            elif looks:
                yield from self._drift(anchored, looks)

    @cached_property
    def _converted(self) -> frozenset[str]:
        found = (anchored.sighting for anchored in self.all)
        return self._code.converted(sorted({s.path for s in found if s.standing is Standing.FOUND}))

    def _committed_drift(self, anchored: Anchored, looks: list[int]) -> Iterator[Drift]:
        """Compare what is committed: a file that git converts stands on disk otherwise, although nothing changed."""
        path, sighting = anchored.sighting.path, anchored.sighting
        head = self._code.version(self._history.files[-1].get(path), path, anchored.anchor.symbol)
        same = head.digest == sighting.digest
        drifts = list(self._drift(anchored if same else replace(anchored, sighting=head), looks))
        yield from drifts
        if not same and not drifts:
            reason = f"{path} is converted by git when it is checked out, so the work tree cannot be compared"
            yield Drift(anchored, self._history.commits[looks[-1]].id, unknown=reason)

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
            changes, more = CodeChanges(self._history, self._code, anchored.anchor, anchored.sighting).since(looks)
            yield Drift(anchored, looked, changes, more=more)
