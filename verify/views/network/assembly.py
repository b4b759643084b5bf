"""Puts the nodes and pointers of one or several memories together; linear in both."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from operator import itemgetter

from verify.graph import MemoryGraph
from verify.model.location import CommitId
from verify.model.network import Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation
from verify.views.network.anchors import Anchors
from verify.views.network.commits import Commits
from verify.views.network.edges import Edges
from verify.views.network.names import Name, Pointer, distinct, keys
from verify.views.network.nodes import Nodes
from verify.views.network.places import Places
from verify.views.network.records import Records
from verify.views.titles import shown

_Row = tuple[str, str, str, str, bool]


def network(tool: str, revision: CommitId | None, graphs: Sequence[MemoryGraph]) -> Network:
    """Return all memories as one network."""
    found: dict[Name, NetworkNode] = {}
    pointers = [pointer for graph in graphs for pointer in _gather(graph, found)]
    unique = keys(found)
    return Network(
        tool=tool,
        revision=revision,
        memories=distinct(graph.memory.path for graph in graphs),
        incomplete=distinct(reason for graph in graphs for reason in graph.incomplete.values()),
        nodes=_sorted(found, unique),
        edges=tuple(_edges(pointers, unique)),
    )


def _gather(graph: MemoryGraph, found: dict[Name, NetworkNode]) -> Iterator[Pointer]:
    """Yield the pointers of one memory, and put its nodes and the targets that no file has into ``found``."""
    nodes, places, records = Nodes(graph), Places(graph), Records(graph)
    commits, anchors = Commits(graph, records), Anchors(graph, records)
    for more in (nodes.present(), places.nodes(), records.nodes(), commits.nodes(), anchors.nodes()):
        found.update(more)
    for pointer in chain(
        Edges(graph, places, records).all(), records.pointers(), commits.pointers(), anchors.pointers()
    ):
        for name in (pointer.source, pointer.target):
            if name not in found:
                found[name] = nodes.absent(name)
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
