"""What a drawing says on nodes and edges."""

from collections.abc import Iterator

from verify.model.network import Network, NetworkEdge, NetworkKind, NetworkNode, NetworkStatus

_SHORT = 8


def lines(node: NetworkNode) -> Iterator[str]:
    """Yield what stands on a node: its key, how it begins, and how it stands unless it is live."""
    yield node.key[:_SHORT] if node.kind is NetworkKind.COMMIT else node.key
    if node.title:
        yield node.title
    if node.status is not NetworkStatus.LIVE:
        yield f"({node.status.value})"


def edge_label(edge: NetworkEdge) -> str:
    """Return what stands on an edge: for a reference its verb, which says more."""
    return edge.verb or edge.relation.value


def remarks(network: Network) -> Iterator[str]:
    """Yield what a reader of the drawing must know."""
    if network.around:
        depth = network.around.depth
        yield f"{depth} {'step' if depth == 1 else 'steps'} around {network.around.id}"
    yield from (f"INCOMPLETE: {reason}" for reason in network.incomplete)


def numbered(network: Network) -> dict[str, str]:
    """Return a safe name for each key."""
    return {node.key: f"n{number}" for number, node in enumerate(network.nodes)}
