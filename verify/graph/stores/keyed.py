"""What has an id in the memories of a repository, and which id stands in two of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from verify.graph.memory_graph import MemoryGraph
from verify.graph.store_graph import StoreGraph
from verify.graph.wording import wording
from verify.model.facts import NodeKind
from verify.model.location import Location
from verify.model.page_kind import PageKind
from verify.model.store import StoreFormat

if TYPE_CHECKING:
    from verify.graph.index import IndexGraph
    from verify.graph.topics import TopicsGraph

_BY_DESIGN = frozenset(
    {
        *(
            "project-overview",
            "project-brief",
            "project-structure",
            "project-context",
            "product-context",
            "active-context",
        ),
        *(
            "system-patterns",
            "tech-context",
            "tech-stack",
            "suggested-commands",
            "codebase-structure",
            "coding-standards",
        ),
        *("code-style-conventions", "code-style-and-conventions", "style-and-conventions", "task-completion"),
        *("task-completion-checklist", "open-questions", "known-issues", "lessons-learned", "release-notes"),
        *("getting-started", "user-profile", "user-preferences"),
    }
)
"""Names that tools and habits give to files everywhere."""
_WORDS = re.compile(r"[^\W_]+(?:-[^\W_]+)+")


class Keyed(Struct, frozen=True):
    """What is live under an id in one store; ``kind`` is the word for it."""

    id: str
    store: str
    kind: str
    location: Location
    text: str

    def same(self, other: "Keyed") -> bool:
        """Whether both say the same, marks, case and punctuation aside."""
        return wording(NodeKind.FACT, self.text) == wording(NodeKind.FACT, other.text)

    def names(self, other: "Keyed") -> bool:
        """Whether it refers to the file of the other."""
        return other.location.path.rpartition("/")[2] in self.text


class Twin(Struct, frozen=True):
    """One id in two stores."""

    first: Keyed
    second: Keyed


def twins(graphs: Sequence[StoreGraph]) -> Iterator[Twin]:
    """Yield what is live under an id of another store, after what stands first by path.

    What one store has twice is told by a check of that store, and nobody knows which of the two is meant here.
    """
    found: dict[str, dict[str, list[Keyed]]] = {}
    for graph in graphs:
        for keyed in _all(graph):
            found.setdefault(keyed.id, {}).setdefault(keyed.store, []).append(keyed)
    for name in sorted(found):
        stores = found[name].values()
        if len(stores) > 1 and all(len(alike) == 1 for alike in stores):
            yield from _pairs([alike[0] for alike in stores])


def _pairs(alike: Iterable[Keyed]) -> Iterator[Twin]:
    first, *others = sorted(alike, key=lambda one: (one.location.path, one.location.line))
    for other in others:
        apart = first.location.path != other.location.path
        if apart and not first.names(other) and not other.names(first):
            yield Twin(first, other)


def _all(graph: StoreGraph) -> Iterable[Keyed]:
    if isinstance(graph, MemoryGraph):
        return _facts(graph)
    if graph.format is StoreFormat.TSVC:
        return _of_topics(cast("TopicsGraph", graph))
    return _pages(cast("IndexGraph", graph))


def _facts(graph: MemoryGraph) -> Iterator[Keyed]:
    lines = {document.path: document.lines for document in graph.memory.documents}
    for fact in graph.live:
        if not fact.superseded:
            block = lines[fact.location.path][fact.block.line - 1 : fact.location.line]
            yield Keyed(fact.id, graph.memory.path, fact.kind.value, fact.location, "\n".join(block))


def _of_topics(graph: "TopicsGraph") -> Iterator[Keyed]:
    root = graph.workspace.root
    for entry in graph.by_id.values() if graph.workspace.index else ():
        yield Keyed(entry.id, root, "topic", entry.location, f"{entry.title or ''}\n{entry.summary}")
    for decision in graph.decisions.all:
        if decision.in_force:
            yield Keyed(decision.id, root, "decision", decision.location, decision.text or "")


def _pages(graph: "IndexGraph") -> Iterator[Keyed]:
    """Yield the memory files whose name is more than a common word."""
    for page in (page for page in graph.store.pages if page.kind is PageKind.MEMORY):
        key = graph.naming.key(page)
        if _WORDS.fullmatch(key) and key not in _BY_DESIGN:
            text = "\n".join(page.lines[page.front.lines :])
            yield Keyed(key, graph.path, "memory file", Location(page.path), text)
