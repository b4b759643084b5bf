"""What each fact is, also in the archive, and which visions are in force no more."""

from collections.abc import Callable
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

    @cached_property
    def _replaced_visions(self) -> frozenset[str]:
        """What a vision says that it supersedes, over any number of steps."""
        older: dict[str, list[str]] = {}
        for link in self._index.links:
            if link.source and link.relation is Relation.SUPERSEDES:
                older.setdefault(link.source, []).append(link.target)
        found: set[str] = set()
        queue: list[str] = [vision.id for vision in self._index.visions]
        while queue:
            for target in older.get(queue.pop(), ()):
                if target not in found:
                    found.add(target)
                    queue.append(target)
        return frozenset(found)

    def is_replaced(self, fact: Fact) -> bool:
        """Whether a vision is in force no more."""
        return fact.superseded or fact.store is Store.ARCHIVE or fact.id in self._replaced_visions
