"""Puts the nodes and pointers of one or several memories together; linear in both."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Protocol, cast

from msgspec.structs import replace

from verify.graph import MemoryGraph
from verify.graph.store_graph import StoreGraph
from verify.model.location import CommitId
from verify.model.network import Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation
from verify.model.store import StoreFormat
from verify.views.network.anchors import Anchors
from verify.views.network.commits import Commits
from verify.views.network.edges import Edges
from verify.views.network.names import Name, Pointer, distinct, keys
from verify.views.network.nodes import Nodes
from verify.views.network.places import Places
from verify.views.network.records import Records
from verify.views.titles import shown

if TYPE_CHECKING:
    from verify.graph.index import IndexGraph
    from verify.graph.topics import TopicsGraph

_Row = tuple[str, str, str, str, bool]


class _Part(Protocol):
    """The nodes and pointers of one store, and what it points to in vain."""

    @property
    def memory(self) -> str:
        """The folder of the store."""

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield what stands in its files."""

    def pointers(self) -> Iterator[Pointer]:
        """Yield what points where; one that is written twice comes twice."""

    def absent(self, name: Name) -> NetworkNode:
        """Return a node for what something points to, and no file has."""


def network(tool: str, revision: CommitId | None, graphs: Sequence[StoreGraph], *, exchanges: bool = False) -> Network:
    """Return all memories as one network; that of a workspace has its exchanges only if they are wanted."""
    found: dict[Name, NetworkNode] = {}
    parts = [_part(graph, exchanges=exchanges) for graph in graphs]
    pointers = [pointer for part in parts for pointer in _gather(part, found)]
    unique = keys(found)
    return Network(
        tool=tool,
        revision=revision,
        memories=distinct(part.memory for part in parts),
        incomplete=distinct(reason for graph in graphs for reason in graph.incomplete.values()),
        nodes=_sorted(found, unique),
        edges=tuple(_edges(pointers, unique)),
    )


class _Memory:
    """A memory of the agent-memory layout."""

    def __init__(self, graph: MemoryGraph) -> None:
        self.memory = graph.memory.path
        self._nodes, self._places, self._records = Nodes(graph), Places(graph), Records(graph)
        self._commits, self._anchors = Commits(graph, self._records), Anchors(graph, self._records)
        self._edges = Edges(graph, self._places, self._records)
        self.absent = self._nodes.absent

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        parts = (self._nodes.present(), self._places.nodes(), self._records.nodes())
        return chain(*parts, self._commits.nodes(), self._anchors.nodes())

    def pointers(self) -> Iterator[Pointer]:
        parts = (self._edges.all(), self._records.pointers())
        return chain(*parts, self._commits.pointers(), self._anchors.pointers())


def _part(graph: StoreGraph, *, exchanges: bool) -> _Part:
    if isinstance(graph, MemoryGraph):
        return _Memory(graph)
    if graph.format is StoreFormat.TSVC:
        from verify.views.network.topics import Topics  # noqa: PLC0415 - most repositories have none

        return Topics(cast("TopicsGraph", graph), exchanges=exchanges)
    from verify.views.network.pages import Pages  # noqa: PLC0415

    return Pages(cast("IndexGraph", graph))


def _gather(part: _Part, found: dict[Name, NetworkNode]) -> Iterator[Pointer]:
    """Yield the pointers of one store, and put its nodes and the targets that no file has into ``found``."""
    found.update(part.nodes())
    for pointer in part.pointers():
        for name in (pointer.source, pointer.target):
            if name not in found:
                found[name] = part.absent(name)
        yield pointer


def _sorted(found: Mapping[Name, NetworkNode], unique: Mapping[Name, str]) -> tuple[NetworkNode, ...]:
    rank = {kind: position for position, kind in enumerate(NetworkKind)}
    keyed = (node if node.key == unique[name] else replace(node, key=unique[name]) for name, node in found.items())
    return tuple(sorted(keyed, key=lambda node: (rank[node.kind], node.key)))


def _edges(pointers: Iterable[Pointer], unique: Mapping[Name, str]) -> Iterator[NetworkEdge]:
    """Yield each edge once, sorted; it is broken if one of the places that say so is wrong."""
    relations = {relation.value: relation for relation in NetworkRelation}
    verbs = {verb: shown(verb) for verb in {pointer.verb for pointer in pointers}}
    rows = sorted(_row(pointer, unique, verbs) for pointer in pointers)
    for (source, target, relation, verb), alike in groupby(rows, key=itemgetter(0, 1, 2, 3)):
        yield NetworkEdge(source, target, relations[relation], verb, any(row[4] for row in alike))


def _row(pointer: Pointer, unique: Mapping[Name, str], verbs: Mapping[str, str]) -> _Row:
    source, target, relation, verb, broken = pointer
    return unique[source], unique[target], relation.value, verbs[verb], broken
