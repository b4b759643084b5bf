"""What some facts said in some commits, found in one walk along the first parents."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from verify.model.history import Change, History, PastFact
from verify.model.location import BlobId, FactId

Asked = tuple[int, FactId]
_Held = dict[FactId, dict[str, PastFact]]


def facts_in(
    history: History, parents: Sequence[tuple[int, ...]], asked: Iterable[Asked]
) -> Mapping[Asked, tuple[PastFact, ...]]:
    """Return for each position of a commit and each id the facts of this id that stood in the commit.

    Linear in the changes of all commits: each commit is entered once, and left again with its changes undone.
    """
    wanted: dict[int, list[FactId]] = {}
    for at, name in asked:
        wanted.setdefault(at, []).append(name)
    walk = _Walk(history, frozenset(name for names in wanted.values() for name in names))
    found: dict[Asked, tuple[PastFact, ...]] = {}
    for at in _entered(parents, walk) if wanted else ():
        for name in wanted.get(at, ()):
            found[at, name] = tuple(fact for _, fact in sorted(walk.held.get(name, {}).items(), key=lambda h: h[0]))
    return found


def _entered(parents: Sequence[tuple[int, ...]], walk: "_Walk") -> Iterable[int]:
    children: list[list[int]] = [[] for _ in parents]
    stack: list[int] = []
    for at in reversed(range(len(parents))):
        (children[parents[at][0]] if parents[at] else stack).append(at)
    while stack:
        at = stack.pop()
        if at < 0:
            walk.leave()
            continue
        walk.enter(at)
        yield at
        stack.append(-1)
        stack.extend(children[at])


class _Walk:
    """The facts of the commit that was entered last and not left yet."""

    def __init__(self, history: History, names: frozenset[FactId]) -> None:
        self.held: _Held = {}
        self._history = history
        self._undo: list[list[tuple[FactId, str, PastFact | None]]] = []
        self._named = cache(lambda blob: [fact for fact in history.facts.get(blob, ()) if fact.id in names])

    def enter(self, at: int) -> None:
        self._undo.append([])
        changes = self._history.commits[at].changes
        for change in changes[0] if changes else ():
            self._apply(change)

    def _apply(self, change: Change) -> None:
        for fact in self._facts(change.old):
            self._put(fact.id, change.path, None)
        for fact in self._facts(change.new):
            self._put(fact.id, change.path, fact)

    def _facts(self, blob: BlobId | None) -> list[PastFact]:
        return self._named(blob) if blob else []

    def _put(self, name: FactId, path: str, fact: PastFact | None) -> None:
        places = self.held.setdefault(name, {})
        self._undo[-1].append((name, path, places.get(path)))
        if fact:
            places[path] = fact
        else:
            places.pop(path, None)

    def leave(self) -> None:
        for name, path, before in reversed(self._undo.pop()):
            if before:
                self.held[name][path] = before
            else:
                self.held[name].pop(path, None)
