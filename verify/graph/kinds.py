"""What each fact is, also in the archive, and which visions are in force no more."""

from collections.abc import Callable, Iterator
from functools import cached_property

from verify.graph.fact_index import FactIndex
from verify.model.facts import Fact, NodeKind, Relation, Store
from verify.model.location import FactId


class Kinds:
    """The kinds of the facts of one memory; ``former`` tells what an archived fact last was when it was live."""

    def __init__(self, index: FactIndex, former: Callable[[FactId], NodeKind | None]) -> None:
        self._index = index
        self._former = former

    def kind(self, fact: Fact) -> NodeKind:
        """Return what a fact is; in the archive, what it last was when it was live."""
        if fact.store is Store.LIVE:
            return fact.kind
        return self._former(fact.id) or (NodeKind.VISION if fact.id in self._replaced_visions else fact.kind)

    def is_unknown(self, fact: Fact) -> bool:
        """Whether nobody can tell what an archived fact was: it was never live, and says nothing of it."""
        archived = fact.store is Store.ARCHIVE and self._former(fact.id) is None
        return archived and self.kind(fact) not in {NodeKind.VISION, NodeKind.BLUEPRINT}

    @cached_property
    def _replaced_visions(self) -> frozenset[str]:
        """What a vision takes the place of, by footers or sessions, over any number of steps."""
        older: dict[str, list[str]] = {}
        for new, old in self._successions():
            older.setdefault(new, []).append(old)
        found: set[str] = set()
        queue: list[str] = [vision.id for vision in self._index.visions]
        while queue:
            for target in older.get(queue.pop(), ()):
                if target not in found:
                    found.add(target)
                    queue.append(target)
        return frozenset(found)

    def _successions(self) -> Iterator[tuple[str, str]]:
        """Yield each new id with the old one in whose place it stands."""
        for link in self._index.links:
            if link.source and link.relation is Relation.SUPERSEDES:
                yield link.source, link.target
            elif link.source and link.relation is Relation.SUPERSEDED_BY:
                yield link.target, link.source
        for session in self._index.memory.sessions:
            yield from ((pair.new, pair.old) for pair in session.supersessions if pair.new)

    def is_replaced(self, fact: Fact) -> bool:
        """Whether a vision is in force no more."""
        return fact.superseded or fact.store is Store.ARCHIVE or fact.id in self._replaced_visions
