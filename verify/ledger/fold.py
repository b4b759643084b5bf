"""What the entries of a ledger come to, one after the other."""

from collections.abc import Iterable

from verify.model.entry import ENDING, Entry, EntryType, Fold, Refusal, RefusalKind


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
        self._topics: dict[str, dict[str, int | dict[int, None]]] = {}
        """The active decisions of each topic, by what they say; nearly always one."""
        self._topical: dict[int, Entry] = {}

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
            self._decide(at, entry, entry.topic)

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
        topical = self._topical.get(target)
        self._forget(target)
        self.corrected.setdefault(target, []).append((at, folded(entry.text or "")))
        if topical:
            self._remember(target, topical)

    def _decide(self, at: int, entry: Entry, topic: str) -> None:
        text = self._text(at, entry)
        others = self._topics.get(topic, {})
        different = next((active for said, active in others.items() if said != text), None)
        if different is not None:
            self.silent.append((at, different if isinstance(different, int) else next(iter(different))))
        self._remember(at, entry)

    def _text(self, at: int, entry: Entry) -> str:
        corrected = self.corrected.get(at)
        return corrected[-1][1] if corrected else folded(entry.text or "")

    def _remember(self, at: int, entry: Entry) -> None:
        self._topical[at] = entry
        active = self._topics.setdefault(entry.topic or "", {})
        text = self._text(at, entry)
        held = active.get(text)
        if held is None:
            active[text] = at
        elif isinstance(held, int):
            active[text] = {held: None, at: None}
        else:
            held[at] = None

    def _forget(self, at: int) -> None:
        entry = self._topical.pop(at, None)
        if entry is None:
            return
        active, text = self._topics[entry.topic or ""], self._text(at, entry)
        held = active[text]
        if isinstance(held, dict) and len(held) > 1:
            del held[at]
        else:
            del active[text]


def folded(text: str) -> str:
    """Return a text with every run of white space as one space; the same object if nothing changes."""
    joined = " ".join(text.split())
    return text if joined == text else joined
