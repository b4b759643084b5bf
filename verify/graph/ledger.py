"""Named questions about the decisions of one ledger."""

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import accumulate

from msgspec import Struct

from verify.graph.premises import Premises
from verify.model.entry import Entry, EntryType, Refusal
from verify.model.ledger import Ledger, Projection
from verify.model.location import Location


class Placed(Struct, frozen=True):
    """An entry with the file that it stands in, and whether another one ended it."""

    path: str
    entry: Entry
    ended: bool

    @property
    def id(self) -> str:
        """The id of the entry."""
        return self.entry.id

    @property
    def location(self) -> Location:
        """The line of the entry."""
        return Location(self.path, self.entry.line, 1, self.entry.line)


class StalePremise(Struct, frozen=True):
    """An active decision that rests on one that ended; ``by`` is what ended it."""

    decision: Placed
    root: Placed
    by: Placed


class Difference(Struct, frozen=True):
    """How the list of a view differs from the decisions that stood behind one entry."""

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    worded: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.worded)


class DecisionLog:
    """Answers from one ledger; positions count its entries from 0, over all its files."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.active = lru_cache(maxsize=4)(self._active)
        self._starts = [0, *accumulate(len(file.entries) for file in ledger.files)]

    def placed(self, at: int) -> Placed:
        """Return the entry at a position."""
        number = bisect_right(self._starts, at) - 1
        file = self.ledger.files[number]
        return Placed(file.path, file.entries[at - self._starts[number]], at in self.ledger.fold.ended)

    def find(self, name: str) -> int | None:
        """Return the position of the first entry of an id."""
        return self.ledger.fold.first.get(name)

    @property
    def _entries(self) -> Iterator[Entry]:
        return (entry for file in self.ledger.files for entry in file.entries)

    @property
    def decisions(self) -> Iterator[Placed]:
        """Yield every decision, ended or not."""
        ended = self.ledger.fold.ended
        for file, start in zip(self.ledger.files, self._starts, strict=False):
            for at, entry in enumerate(file.entries, start):
                if entry.type is EntryType.DECISION:
                    yield Placed(file.path, entry, at in ended)

    @cached_property
    def newest_seal(self) -> Placed | None:
        """The last SEAL; what it says of the memory holds until the next one."""
        sealing = (at for at, entry in enumerate(self._entries) if entry.seal)
        last = deque(sealing, maxlen=1)
        return self.placed(last[0]) if last else None

    @property
    def seals(self) -> Iterator[Entry]:
        """Yield every SEAL."""
        return (entry for entry in self._entries if entry.seal)

    @property
    def refused(self) -> Iterator[tuple[Placed, Refusal, Placed | None]]:
        """Yield each entry that cannot end what it names, why, and what had ended it before."""
        for refusal in self.ledger.fold.refused:
            other = self.placed(refusal.other) if refusal.other is not None else None
            yield self.placed(refusal.at), refusal, other

    @property
    def silent(self) -> Iterator[tuple[Placed, Placed]]:
        """Yield each decision on a topic that has another one in force, with that one."""
        return ((self.placed(at), self.placed(active)) for at, active in self.ledger.fold.silent)

    @property
    def stale(self) -> Iterator[StalePremise]:
        """Yield each active decision that rests on an ended one, over any number of steps."""
        fold = self.ledger.fold
        for at, root in sorted(self._shaken.items()):
            yield StalePremise(self.placed(at), self.placed(root), self.placed(fold.ended[root]))

    @cached_property
    def _shaken(self) -> Mapping[int, int]:
        """The active decisions that rest on an ended one, each with the first such that is reached."""
        fold = self.ledger.fold
        if not fold.ended:
            return {}
        resting = self._premises
        roots = {at: at for at in sorted(fold.ended) if at in resting}
        queue = deque(roots)
        while queue:
            premise = queue.popleft()
            for at in resting.on(premise):
                if at not in roots and at not in fold.ended:
                    roots[at] = roots[premise]
                    queue.append(at)
        return {at: root for at, root in roots.items() if at not in fold.ended}

    @property
    def _premises(self) -> Premises:
        first = self.ledger.fold.first
        found = Premises(self._starts[-1])
        for at, entry in enumerate(self._entries):
            for name in entry.depends_on:
                premise = first.get(name)
                if premise is not None and premise != at:
                    found.add(premise, at)
        return found

    def _active(self, through: int) -> dict[str, str]:
        """Return the decisions that stood behind an entry, with what they said then."""
        fold = self.ledger.fold
        found: dict[str, str] = {}
        for at, entry in enumerate(self._entries):
            stands = at <= through and fold.ended.get(at, through + 1) > through
            if stands and entry.type is EntryType.DECISION and fold.first[entry.id] == at:
                found[entry.id] = self._text(at, entry, through)
        return found

    def _text(self, at: int, entry: Entry, through: int) -> str:
        corrected = [text for when, text in self.ledger.fold.corrected.get(at, ()) if when <= through]
        return " ".join((corrected[-1] if corrected else entry.text or "").split())

    @property
    def last(self) -> int:
        """The position of the last entry."""
        return self._starts[-1] - 1

    def difference(self, view: Projection, through: int) -> Difference:
        """Compare the list of a view with the decisions that stood behind an entry."""
        active = self.active(through)
        shown = dict(view.items)
        twice = {name for name, count in Counter(name for name, _ in view.items).items() if count > 1}
        return Difference(
            missing=tuple(sorted(active.keys() - shown.keys())),
            extra=tuple(sorted((shown.keys() - active.keys()) | twice)),
            worded=tuple(sorted(name for name in active.keys() & shown.keys() if active[name] != shown[name])),
        )
