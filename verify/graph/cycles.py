"""Circles in one relation."""

from collections import deque
from collections.abc import Iterator, Mapping, Set


def cycles(edges: Mapping[str, Set[str]]) -> Iterator[list[str]]:
    """Yield the ids of each strongly connected part that holds a circle, sorted; linear in the edges."""
    rest = _in_circles(edges)
    if not rest:
        return
    # Loading networkx costs more than a whole run, and a sound memory has no circle.
    import networkx as nx  # noqa: PLC0415

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_edges_from((source, target) for source in rest for target in edges.get(source, ()) if target in rest)
    for part in nx.strongly_connected_components(graph):
        first = next(iter(part))
        if len(part) > 1 or graph.has_edge(first, first):
            yield sorted(part)


def _in_circles(edges: Mapping[str, Set[str]]) -> set[str]:
    """Return what is left when nodes without incoming edges are taken away again and again."""
    incoming: dict[str, int] = {}
    for targets in edges.values():
        for target in targets:
            incoming[target] = incoming.get(target, 0) + 1
    nodes = edges.keys() | incoming.keys()
    free = deque(node for node in nodes if not incoming.get(node))
    left = set(nodes)
    while free:
        node = free.popleft()
        left.discard(node)
        for target in edges.get(node, ()):
            incoming[target] -= 1
            if not incoming[target]:
                free.append(target)
    return left
