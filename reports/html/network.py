"""The network as numbers and short tables."""

from collections.abc import Mapping
from typing import Any

from reports.html.tables import Numbered, table
from verify.model.dossier import Dossier
from verify.model.network import Network, NetworkKind, NetworkNode, NetworkRelation, NetworkStatus

_KINDS = {kind: number for number, kind in enumerate(NetworkKind)}
_STATUSES = {status: number for number, status in enumerate(NetworkStatus)}
_RELATIONS = {relation: number for number, relation in enumerate(NetworkRelation)}


def numbers(network: Network | None) -> Mapping[str, int]:
    """Return the number of each node by its key."""
    return {node.key: number for number, node in enumerate(network.nodes)} if network else {}


def graph_data(dossier: Dossier, at: Mapping[str, int]) -> dict[str, Any]:
    """Return the nodes and edges; an edge is source, target, relation and whether it is broken, and verb."""
    network = dossier.network or Network("", None, (), (), (), ())
    memories, paths = Numbered(), Numbered()
    verbs = Numbered()
    verbs.of("")
    nodes = [_node(node, dossier.texts.get(node.key, ""), memories, paths) for node in network.nodes]
    edges: list[int] = []
    for edge in network.edges:
        relation = 2 * _RELATIONS[edge.relation] + edge.broken
        edges += (at[edge.source], at[edge.target], relation, verbs.of(edge.verb))
    return {
        "kinds": [kind.value for kind in NetworkKind],
        "statuses": [status.value for status in NetworkStatus],
        "absent": [number for status, number in _STATUSES.items() if status.absent],
        "relations": [relation.value for relation in NetworkRelation],
        "memories": memories.texts,
        "paths": paths.texts,
        "verbs": verbs.texts,
        "nodes": table(nodes),
        "edges": edges,
    }


def _node(node: NetworkNode, text: str, memories: Numbered, paths: Numbered) -> dict[str, Any]:
    return {
        "id": node.id,
        "key": 0 if node.key == node.id else node.key,
        "kind": _KINDS[node.kind],
        "status": _STATUSES[node.status],
        "memory": memories.of(node.memory or ""),
        # The scripts make the title of a text of its beginning.
        "title": "" if text else node.title,
        "path": paths.of(node.path or ""),
        "line": node.line or 0,
        "text": text,
    }
