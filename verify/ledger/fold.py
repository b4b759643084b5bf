"""What the entries of a ledger come to, one after the other."""

from collections.abc import Iterable

from verify.model.ledger import ENDING, Entry, EntryType, Fold, Refusal, RefusalKind


def fold(entries: Iterable[Entry]) -> Fold:
    """Return which decisions stand, what ended the others, and what was not in order about it."""
    folding = Folding()
    later = folding.first
    for entry in entries:
        folding.add(entry)
    refused = tuple(_later(refusal, folding.refs, later) for refusal in folding.refused)
    corrected = {at: tuple(texts) for at, texts in folding.corrected.items()}
    return Fold(later, folding.ended, corrected, refused, tuple(folding.silent))


def _later(refusal: Refusal, refs: dict[int, str], first: dict[str, int]) -> Refusal:
    """Tell an id that comes later from one that never comes."""
    known = refusal.kind is RefusalKind.UNKNOWN and refs[refusal.at] in first
    return Refusal(refusal.at, RefusalKind.LATER) if known else refusal


class Folding:
    """The state behind the entries so far, for readers and for whoever appends."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}
        self.ended: dict[int, int] = {}
        self.corrected: dict[int, list[tuple[int, str]]] = {}
        self.refused: list[Refusal] = []
        self.refs: dict[int, str] = {}
        self.silent: list[tuple[int, int]] = []
        self._count = 0
        self._topics: dict[str, dict[str, dict[int, None]]] = {}
        """The active decisions of each topic, by what they say."""
        self._said: dict[int, tuple[str, str]] = {}

    def add(self, entry: Entry) -> None:
        """Add the next entry."""
        at = self._count
        self._count += 1
        if entry.type in ENDING:
            self._end(at, entry)
        self.first.setdefault(entry.id, at)
        if entry.type is EntryType.CORRECTION:
            self._correct(at, entry)
        elif entry.type is EntryType.DECISION and entry.topic is not None:
            self._decide(at, entry.topic, folded(entry.text or ""))

    def _end(self, at: int, entry: Entry) -> None:
        target = self.first.get(entry.ref) if entry.ref is not None else None
        refusal = self._refusal(at, entry, target)
        if refusal:
            self.refused.append(refusal)
            self.refs[at] = entry.ref or ""
        if target is not None and target not in self.ended:
            self.ended[target] = at
            self._forget(target)

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
        target = self.first.get(entry.ref or "", at)
        if target == at:
            return
        text = folded(entry.text or "")
        self.corrected.setdefault(target, []).append((at, text))
        if target in self._said:
            topic, _ = self._said[target]
            self._forget(target)
            self._remember(target, topic, text)

    def _decide(self, at: int, topic: str, text: str) -> None:
        others = self._topics.get(topic, {})
        different = next((active for said, active in others.items() if said != text), None)
        if different:
            self.silent.append((at, next(iter(different))))
        self._remember(at, topic, text)

    def _remember(self, at: int, topic: str, text: str) -> None:
        self._said[at] = topic, text
        self._topics.setdefault(topic, {}).setdefault(text, {})[at] = None

    def _forget(self, at: int) -> None:
        if at in self._said:
            topic, text = self._said.pop(at)
            active = self._topics[topic][text]
            del active[at]
            if not active:
                del self._topics[topic][text]


def folded(text: str) -> str:
    """Return a text with every run of white space as one space."""
    return " ".join(text.split())
