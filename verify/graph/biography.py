"""Where one fact stood after each commit, and what the commits made of it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from verify.graph.judgement import Judged
from verify.graph.past import Past
from verify.graph.wording import contains_wording, same_wording
from verify.model.facts import NodeKind, Store
from verify.model.history import Judgement, PastFact
from verify.model.location import BlobId, CommitId, FactId

Places = Mapping[str, PastFact]
"""The fact in each file that has it; empty after it left the last one."""


class Turn(Struct, frozen=True):
    """A commit after which a fact stood as in none of its parents.

    ``before`` has the parents that ever had the fact, ``at`` is the position of the commit.
    """

    at: int
    before: tuple[Places, ...]
    after: Places

    @property
    def held(self) -> tuple[Places, ...]:
        """The parents that still have it."""
        return tuple(places for places in self.before if places)

    def is_new(self, aspect: Callable[[Places], object]) -> bool:
        """Whether the commit, and not one of its parents, made this aspect of the fact what it is."""
        now = aspect(self.after)
        return all(aspect(places) != now for places in self.held)


def main_path(places: Places) -> str:
    """Return the file in which the fact counts: the live one, if there are several."""
    return min(places, key=lambda path: (places[path].store is Store.ARCHIVE, path))


def main(places: Places) -> PastFact:
    """Return the fact as it counts."""
    return places[main_path(places)]


class Biography:
    """The life of one id in one memory."""

    def __init__(self, past: Past, fact: FactId) -> None:
        self._past = past
        self._id = fact

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Every commit that made something of it, parents first."""
        return tuple(self._turns())

    def _turns(self) -> Iterator[Turn]:
        states: dict[CommitId, Places] = {}
        for at, commit in enumerate(self._past.history.commits):
            before = [states.get(parent) for parent in commit.parents]
            after = self._after(at, before[0] if before else None)
            known = [places for places in before if places is not None]
            if after is None and known:
                after = {}
            if after is None:
                continue
            if commit.id:
                states[commit.id] = after
            if all(places != after for places in known):
                yield Turn(at, tuple(known), after)

    def _after(self, at: int, first: Places | None) -> Places | None:
        touched = [c for c in self._past.store_changes[at] if self._of(c.old) or self._of(c.new)]
        if not touched:
            return first
        places = dict(first or {})
        for change in touched:
            places.pop(change.path, None)
            if fact := self._of(change.new):
                places[change.path] = fact
        return places

    @cached_property
    def _versions(self) -> Mapping[BlobId, PastFact]:
        return self._past.versions.get(self._id, {})

    def _of(self, blob: BlobId | None) -> PastFact | None:
        return self._versions.get(blob) if blob else None

    def weigh(self, turn: Turn) -> tuple[str, Judgement | None, str | None]:
        """Return the old text of a reworded fact, what the change is worth, and the log that tells of it.

        What is no decision needs no record, so that no judgement is left where none is found.
        """
        if judged := self.judged(turn.at):
            return judged.old, judged.judgement, judged.record
        old, new = main(turn.held[0]), main(turn.after)
        archived = old.store is Store.LIVE and new.store is Store.ARCHIVE
        contained = archived and contains_wording(self.kind, old.text, new.text)
        if contained or same_wording(self.kind, old.text, new.text):
            return old.text, Judgement.RESTATED, None
        judgement, record = self._past.judge.explained(turn.at, self._id)
        return old.text, None if judgement is Judgement.DRIFT else judgement, record

    def judged(self, at: int) -> Judged | None:
        """Return the judgement on a change of a decision, if a commit made one."""
        return self._past.judge.by_place.get((self._id, at))

    @cached_property
    def kind(self) -> NodeKind:
        """What it was when it was last live, else what it was at last."""
        known = [main(turn.after) for turn in self.turns if turn.after]
        live = [fact.kind for fact in known if fact.store is Store.LIVE]
        return (live or [fact.kind for fact in known])[-1]
