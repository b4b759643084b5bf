"""Networks as JSON, version 1; the schema stands in ``docs/graph.schema.json``."""

import json
from collections.abc import Iterator
from typing import Any

from reports.escaping import encodable, without_commands
from verify.model.network import Network, NetworkEdge, NetworkNode

VERSION = 1


def render(network: Network) -> str:
    """Return a network as JSON, a node or an edge a line."""
    # Plain ASCII: no console can fail on it, and no terminal or build server acts on it.
    return without_commands("\n".join(_lines(network)), r"\u0023") + "\n"


def _lines(network: Network) -> Iterator[str]:
    yield "{"
    for name, value in _about(network).items():
        yield f' "{name}": {_text(value)},'
    yield ' "nodes": ['
    yield ",\n".join(f"  {_text(_node(node))}" for node in network.nodes)
    yield ' ],\n "edges": ['
    yield ",\n".join(f"  {_text(_edge(edge))}" for edge in network.edges)
    yield " ]\n}"


def _text(value: Any) -> str:
    return json.dumps(value)


def _about(network: Network) -> dict[str, Any]:
    around = network.around
    return {
        "version": VERSION,
        "tool": network.tool,
        "revision": network.revision,
        "memories": [encodable(memory) for memory in network.memories],
        "incomplete": [encodable(reason) for reason in network.incomplete],
        "around": {"id": encodable(around.id), "depth": around.depth} if around else None,
    }


def _node(node: NetworkNode) -> dict[str, Any]:
    return {
        "key": encodable(node.key),
        "id": encodable(node.id),
        "kind": node.kind.value,
        "status": node.status.value,
        "memory": encodable(node.memory) if node.memory is not None else None,
        "title": encodable(node.title),
        "path": encodable(node.path) if node.path is not None else None,
        "line": node.line,
    }


def _edge(edge: NetworkEdge) -> dict[str, Any]:
    return {
        "source": encodable(edge.source),
        "target": encodable(edge.target),
        "relation": edge.relation.value,
        "verb": encodable(edge.verb) or None,
        "broken": edge.broken,
    }
