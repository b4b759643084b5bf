"""Whether a changed decision is drift or evolution."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from verify.graph.descent import Descent
from verify.graph.fact_changes import FactChange
from verify.graph.tokens import stands_in
from verify.graph.wording import contains_wording, same_wording, wording
from verify.model.facts import Checkbox, NodeKind, Store
from verify.model.history import History, Judgement, PastFact
from verify.model.location import BlobId, FactId

_DECIDING = {NodeKind.VISION, NodeKind.INVARIANT, NodeKind.DECISION, NodeKind.CONVENTION, NodeKind.BLUEPRINT}
LASTING = {NodeKind.VISION, NodeKind.INVARIANT}
# Verbs that tell of a use but not of a change, and words that join them.
_USES = {"referenced", "created", "reactivated", "new", "and", "also", "re"}
_WORD = re.compile(r"[^\W\d_]+")


class Judged(Struct, frozen=True):
    """One change of the text of a decision, and what it is worth."""

    change: FactChange
    id: FactId
    kind: NodeKind
    old: str
    new: str
    judgement: Judgement
    record: str | None = None
    """The path of the log that tells of it."""


class Judge:
    """Judges every change of every decision."""

    def __init__(self, history: History, changes: Iterable[FactChange], descent: Descent) -> None:
        self._history = history
        self._changes = changes
        self._descent = descent
        self._kinds: dict[FactId, list[tuple[int, NodeKind]]] = {}
        self._versions: dict[FactId, list[tuple[int, str]]] = {}

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        """Every change of the text of a vision, invariant, decision, convention or open blueprint."""
        return tuple(self._weigh(judged) for judged in self._texts())

    def taken_back(self, commits: Collection[int]) -> Collection[tuple[FactId, int]]:
        """Return id and commit of each unexplained change that some commits made and took back, and of the way back."""
        back: set[int] = set()
        before: dict[FactId, list[int]] = {}
        for number, judged in enumerate(self.judged):
            if judged.change.at in commits:
                if judged.judgement is Judgement.REVERSAL:
                    back.update(self._way_back(number, before.get(judged.id, ())))
                before.setdefault(judged.id, []).append(number)
        return {(self.judged[number].id, self.judged[number].change.at) for number in back}

    def _way_back(self, last: int, before: Sequence[int]) -> list[int]:
        back, returned = [last], self.judged[last]
        for number in reversed(before):
            earlier = self.judged[number]
            if not self._descent.descends(returned.change.at, earlier.change.at):
                continue
            if earlier.judgement not in {Judgement.DRIFT, Judgement.REVERSAL, Judgement.RESTATED}:
                break
            back.append(number)
            if same_wording(earlier.kind, earlier.old, returned.new):
                return back
        return []

    @cached_property
    def by_place(self) -> Mapping[tuple[FactId, int], Judged]:
        """The first judgement on each fact at each commit."""
        return {(judged.id, judged.change.at): judged for judged in reversed(self.judged)}

    def _texts(self) -> Iterator[Judged]:
        for change in self._changes:
            before, after = change.before, change.after
            if after is None:
                continue
            kind = self._kind(change.at, before or after)
            changed = before and all(fact.text != after.text for fact in change.befores)
            if before and changed and kind in _DECIDING and not _is_done(kind, change):
                yield Judged(change, before.id, kind, before.text, after.text, Judgement.DRIFT)
            if after.store is Store.LIVE:
                self._kinds.setdefault(after.id, []).append((change.at, after.kind))
            if self._kind(change.at, after) in _DECIDING:
                self._versions.setdefault(after.id, []).append((change.at, after.text))

    def _kind(self, at: int, fact: PastFact) -> NodeKind:
        """Return the kind of a fact; in the archive the one that it last had when live, on the same line."""
        if fact.store is Store.LIVE:
            return fact.kind
        known = reversed(self._kinds.get(fact.id, []))
        lines = (kind for when, kind in known if when == at or self._descent.descends(at, when))
        return next(lines, fact.kind)

    def _weigh(self, judged: Judged) -> Judged:
        if any(_is_restated(judged, before) for before in judged.change.befores):
            return replace(judged, judgement=Judgement.RESTATED)
        if judged.change.after and judged.change.after.superseded:
            return replace(judged, judgement=Judgement.EVOLUTION)
        judgement, record = self.explained(judged.change.at, judged.id)
        if judgement is not Judgement.EVOLUTION and self._returns(judged):
            judgement = Judgement.REVERSAL
        return replace(judged, judgement=judgement, record=record)

    def explained(self, at: int, name: FactId) -> tuple[Judgement, str | None]:
        """Tell whether the ledger, a log of the same commit, or of the next one that adds a log, records a change."""
        if self._in_ledger(at, name):
            return Judgement.EVOLUTION, None
        found: tuple[Judgement, str | None] = (Judgement.DRIFT, None)
        for commit in (at, *self._descent.next_logging(at)):
            for change in self._descent.session_changes(commit):
                judgement = self._told(change.new, name) if change.new else Judgement.DRIFT
                if judgement is Judgement.EVOLUTION:
                    return judgement, change.path
                if judgement is Judgement.MENTIONED:
                    found = judgement, change.path
        return found

    def _in_ledger(self, at: int, name: FactId) -> bool:
        """Whether an entry that ends or corrects an id came with a commit, or before the next one with a log."""
        recorded = self._history.ledgers.recorded.get(name)
        return bool(recorded) and not self._descent.span(at).isdisjoint(recorded or ())

    def _told(self, log: BlobId, name: FactId) -> Judgement:
        session = self._history.session(log)
        verbs = [mention.verb.partition("(")[0] for mention in session.mentions if mention.token == name]
        if any(set(_WORD.findall(verb)) - _USES for verb in verbs) or stands_in(session.elsewhere, name):
            return Judgement.EVOLUTION
        return Judgement.MENTIONED if verbs else Judgement.DRIFT

    def _returns(self, judged: Judged) -> bool:
        said = wording(judged.kind, judged.new)
        at = judged.change.at
        return any(
            wording(judged.kind, text) == said and self._descent.descends(at, when)
            for when, text in self._versions.get(judged.id, ())
        )


def _is_done(kind: NodeKind, change: FactChange) -> bool:
    boxes = {fact.checkbox for fact in (change.before, change.after) if fact}
    return kind is NodeKind.BLUEPRINT and Checkbox.DONE in boxes


def _is_restated(judged: Judged, before: PastFact) -> bool:
    if same_wording(judged.kind, before.text, judged.new):
        return True
    after = judged.change.after
    archived = after and before.store is Store.LIVE and after.store is Store.ARCHIVE
    return bool(archived) and contains_wording(judged.kind, before.text, judged.new)
