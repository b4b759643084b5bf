"""Texts of a memory that go into a page which may be handed on: neither credentials nor the data of people."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from verify.model.network import Network, NetworkNode
from verify.secrets import printable, suspect_texts, without_people

_LINE = 2000
"""Characters of a line that are shown; fewer than are searched for the data of people."""
CUT = " ..."


def anonymous(text: str) -> str:
    """Return a text with a mark in the place of what must not be shown; of a long line only the beginning."""
    lines = (without_people(line) for line in printable(text).split("\n"))
    return "\n".join(line if len(line) <= _LINE else line[:_LINE] + CUT for line in lines)


def shortened(text: str, lines: int, characters: int) -> str:
    """Return the first lines of a text; what is cut off ends in three points."""
    kept = text.split("\n", lines)
    shown = "\n".join(kept[:lines])
    if len(shown) > characters:
        return (shown[:characters].rpartition(" ")[0] or shown[:characters]) + CUT
    return shown + (CUT if len(kept) > lines else "")


def nobody(network: Network) -> tuple[Network, Mapping[str, str]]:
    """Return a network in which no name, title or path tells of a person, and what other keys it has."""
    shown = ["\n".join((node.key, node.id, node.title, node.path or "")) for node in network.nodes]
    found = suspect_texts(shown)
    if not found:
        return network, {}
    names = _new_keys(network, [network.nodes[at].key for at in sorted(found)])
    nodes = tuple(_node(node, names) if at in found else node for at, node in enumerate(network.nodes))
    edges = (
        replace(edge, source=names.get(edge.source, edge.source), target=names.get(edge.target, edge.target))
        for edge in network.edges
    )
    return replace(network, nodes=nodes, edges=tuple(edges) if names else network.edges), names


def _new_keys(network: Network, suspect: Sequence[str]) -> Mapping[str, str]:
    """Return another key for each key that tells of a person; each is unique."""
    taken = {node.key for node in network.nodes}
    names: dict[str, str] = {}
    for old in suspect:
        key = anonymous(old)
        if key != old:
            choices = (key if number == 1 else f"{key} ({number})" for number in range(1, len(taken) + 2))
            names[old] = next(choice for choice in choices if choice not in taken)
            taken.add(names[old])
    return names


def _node(node: NetworkNode, names: Mapping[str, str]) -> NetworkNode:
    path = anonymous(node.path) if node.path else node.path
    key = names.get(node.key, node.key)
    return replace(node, key=key, id=anonymous(node.id), title=anonymous(node.title), path=path)
