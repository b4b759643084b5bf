"""The part of a network around one id."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from verify.model.network import Around, Network, NetworkKind, NetworkNode

_SHORTEST = 7


def named(network: Network, name: str) -> Sequence[NetworkNode]:
    """Return the nodes that somebody calls so: by id, by key, or a commit by the beginning of its id."""
    same = [node for node in network.nodes if name in {node.id, node.key}]
    if same or len(name) < _SHORTEST:
        return same
    return [node for node in network.nodes if node.kind is NetworkKind.COMMIT and node.id.startswith(name)]


def neighbourhood(network: Network, centres: Iterable[NetworkNode], around: Around) -> Network:
    """Return what is at most so many steps away, in either direction, and every edge between that."""
    within = _within(_neighbours(network), [node.key for node in centres], around.depth)
    return replace(
        network,
        nodes=tuple(node for node in network.nodes if node.key in within),
        edges=tuple(edge for edge in network.edges if edge.source in within and edge.target in within),
        around=around,
    )


def _neighbours(network: Network) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for edge in network.edges:
        found.setdefault(edge.source, []).append(edge.target)
        found.setdefault(edge.target, []).append(edge.source)
    return found


def _within(neighbours: Mapping[str, Sequence[str]], centres: Iterable[str], depth: int) -> set[str]:
    """Go breadth first; each node is asked for its neighbours once."""
    found = set(centres)
    edge = set(found)
    for _ in range(depth):
        edge = {near for key in edge for near in neighbours.get(key, ())} - found
        if not edge:
            break
        found |= edge
    return found
