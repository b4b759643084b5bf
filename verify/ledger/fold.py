"""What the entries of a ledger come to, one after the other."""

from collections.abc import Iterable

from verify.ledger.positions import Positions
from verify.ledger.topics import Topics
from verify.model.entry import ENDING, Entry, EntryType, Fold, Refusal, RefusalKind


def fold(entries: Iterable[Entry]) -> Fold:
    """Return which decisions stand, what ended the others, and what was not in order about it."""
    folding = Folding()
    for entry in entries:
        folding.add(entry)
    return folding.fold


class Folding:
    """The state behind the entries so far, for readers and for whoever appends."""

    def __init__(self) -> None:
        self.first = Positions()
        self.ended: dict[int, int] = {}
        self.corrected: dict[int, list[tuple[int, str]]] = {}
        self.refused: list[Refusal] = []
        self.refs: dict[int, str] = {}
        self.silent: list[tuple[int, int]] = []
        self.repeated: list[int] = []
        """Entries whose id another one had before."""
        self._count = 0
        self._topics = Topics()

    @property
    def fold(self) -> Fold:
        """What the entries so far come to."""
        refused = tuple(self._later(refusal) for refusal in self.refused)
        corrected = {at: tuple(texts) for at, texts in self.corrected.items()}
        silent = tuple(pair for pair in self.silent if self.ended.keys().isdisjoint(pair))
        return Fold(self.first, self.ended, corrected, refused, silent)

    def _later(self, refusal: Refusal) -> Refusal:
        """Tell an id that comes later from one that never comes."""
        known = refusal.kind is RefusalKind.UNKNOWN and self.refs[refusal.at] in self.first
        return Refusal(refusal.at, RefusalKind.LATER) if known else refusal

    def add(self, entry: Entry) -> None:
        """Add the next entry."""
        at = self._count
        self._count += 1
        if entry.type in ENDING:
            self._end(at, entry)
        if self.first.setdefault(entry.id, at) != at:
            self.repeated.append(at)
        if entry.type is EntryType.CORRECTION:
            self._correct(at, entry)
        elif entry.type is EntryType.DECISION and entry.topic is not None:
            self._decide(at, entry.topic, folded(entry.text or ""))

    def _end(self, at: int, entry: Entry) -> None:
        target = self.first.find(entry.ref) if entry.ref is not None else None
        refusal = self._refusal(at, entry, target)
        if refusal:
            self.refused.append(refusal)
            self.refs[at] = entry.ref or ""
        if target is not None and target not in self.ended:
            self.ended[target] = at
            self._topics.remove(target)

    def _refusal(self, at: int, entry: Entry, target: int | None) -> Refusal | None:
        if entry.ref is None:
            return Refusal(at, RefusalKind.NOTHING)
        if entry.ref == entry.id and target is None:
            return Refusal(at, RefusalKind.ITSELF)
        if target is None:
            return Refusal(at, RefusalKind.UNKNOWN)
        if target in self.ended:
            return Refusal(at, RefusalKind.ENDED, self.ended[target])
        return None if entry.reasoned else Refusal(at, RefusalKind.REASON)

    def _correct(self, at: int, entry: Entry) -> None:
        target = self.first.find(entry.ref or "")
        if target is not None and target != at:
            text = folded(entry.text or "")
            self.corrected.setdefault(target, []).append((at, text))
            self._topics.reword(target, text)

    def _decide(self, at: int, topic: str, text: str) -> None:
        different = self._topics.other(topic, text)
        if different is not None:
            self.silent.append((at, different))
        self._topics.add(at, topic, text)


def folded(text: str) -> str:
    """Return a text with every run of white space as one space; the same object if nothing changes."""
    joined = " ".join(text.split())
    return text if joined == text else joined
