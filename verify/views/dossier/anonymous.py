"""Texts of a memory that go into a page which may be handed on: neither credentials nor the data of people."""

from collections.abc import Mapping
from dataclasses import replace

from verify.model.network import Network, NetworkNode
from verify.secrets import printable, suspect_lines, without_people

_LINE = 2000
"""Characters of a line that are shown; fewer than are searched for the data of people."""
CUT = " ..."


def anonymous(text: str, lines: int = 1, characters: int = _LINE) -> str:
    """Return the first lines of a text; what is cut off ends in three points."""
    kept = [without_people(line) for line in printable(text).split("\n")[: lines + 1]]
    shown = "\n".join(line if len(line) <= _LINE else line[:_LINE] + CUT for line in kept[:lines])
    if len(shown) > characters:
        return shown[:characters].rpartition(" ")[0] + CUT
    return shown + (CUT if len(kept) > lines else "")


def nobody(network: Network, names: Mapping[str, str]) -> Network:
    """Return a network in which no name, title or path tells of a person; ``names`` are its new keys."""
    nodes = (_node(node, names) for node in network.nodes)
    if not names:
        return replace(network, nodes=tuple(nodes))
    edges = (
        replace(edge, source=names.get(edge.source, edge.source), target=names.get(edge.target, edge.target))
        for edge in network.edges
    )
    return replace(network, nodes=tuple(nodes), edges=tuple(edges))


def new_keys(network: Network) -> Mapping[str, str]:
    """Return another key for each key that tells of a person; each is unique."""
    taken = {node.key for node in network.nodes}
    names: dict[str, str] = {}
    for node in network.nodes:
        key = anonymous(node.key) if _is_suspect(node.key) else node.key
        if key != node.key:
            choices = (key if number == 1 else f"{key} ({number})" for number in range(1, len(network.nodes) + 2))
            names[node.key] = next(choice for choice in choices if choice not in taken)
            taken.add(names[node.key])
    return names


def _node(node: NetworkNode, names: Mapping[str, str]) -> NetworkNode:
    if not _is_suspect(f"{node.key}\n{node.id}\n{node.title}\n{node.path}"):
        return node
    path = anonymous(node.path) if node.path else node.path
    key = names.get(node.key, node.key)
    return replace(node, key=key, id=anonymous(node.id), title=anonymous(node.title), path=path)


def _is_suspect(text: str) -> bool:
    return next(suspect_lines(text), None) is not None
