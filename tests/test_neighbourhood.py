"""The neighbourhood of a node, beside what networkx cuts out."""

from itertools import pairwise

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.network_samples import networks
from verify.model.network import Around, Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation, NetworkStatus
from verify.views.network import named, neighbourhood


def chain(length: int) -> Network:
    keys = [f"n{number}" for number in range(length)]
    nodes = tuple(NetworkNode(key, key, NetworkKind.FACT, NetworkStatus.LIVE) for key in keys)
    edges = tuple(NetworkEdge(one, other, NetworkRelation.DEPENDS_ON) for one, other in pairwise(keys))
    return Network("0.1.0", None, ("memory",), (), nodes, edges)


@given(networks(), st.integers(0, 4), st.data())
def test_it_is_the_part_that_networkx_cuts_out(network: Network, depth: int, data: st.DataObject) -> None:
    if not network.nodes:
        return
    centre = data.draw(st.sampled_from(network.nodes))
    whole: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    whole.add_nodes_from(node.key for node in network.nodes)
    for number, edge in enumerate(network.edges):
        whole.add_edge(edge.source, edge.target, number)
    expected = nx.ego_graph(whole, centre.key, radius=depth, undirected=True)
    part = neighbourhood(network, [centre], Around(centre.id, depth))
    assert [node.key for node in part.nodes] == [node.key for node in network.nodes if node.key in expected]
    kept = {number for _, _, number in expected.edges(keys=True)}
    assert part.edges == tuple(edge for number, edge in enumerate(network.edges) if number in kept)
    assert replace(part, nodes=(), edges=(), around=None) == replace(network, nodes=(), edges=(), around=None)


def test_a_long_way_is_no_deep_recursion() -> None:
    whole = chain(20_000)
    assert len(neighbourhood(whole, whole.nodes[:1], Around("n0", 20_000)).nodes) == 20_000
    assert len(neighbourhood(whole, whole.nodes[100:101], Around("n100", 3)).nodes) == 7


def test_a_short_text_is_no_beginning_of_a_commit() -> None:
    node = NetworkNode("c" * 40, "c" * 40, NetworkKind.COMMIT, NetworkStatus.LIVE)
    network = Network("0.1.0", None, (), (), (node,), ())
    assert list(named(network, "c" * 6)) == []
    assert list(named(network, "c" * 7)) == [node]
