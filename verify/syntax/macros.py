"""What the invocation of a Rust macro declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verify.syntax.place import Place, joined, text

if TYPE_CHECKING:
    from tree_sitter import Node

_KEYWORDS = frozenset({"static", "const", "struct", "enum", "union", "trait", "mod", "type", "fn"})
_BETWEEN = {"ref", "mut"}


def declared(place: Place) -> Iterator[tuple[str, list[Node]]]:
    """Yield each item in a macro such as `lazy_static!` by its name: from its keyword up to a semicolon."""
    queue = [("", child) for child in place.node.named_children if child.type == "token_tree"]
    while queue:
        owner, tree = queue.pop()
        for name, nodes in _items(tree):
            full = joined(owner, name)
            yield full, nodes
            queue.extend((full, node) for node in nodes if node.type == "token_tree")


def _items(tree: Node) -> Iterator[tuple[str, list[Node]]]:
    nodes: list[Node] = []
    for node in tree.children:
        if node.type in _KEYWORDS or node.type == ";":
            yield from _named(nodes)
            nodes = [node] if node.type in _KEYWORDS else []
        elif nodes:
            nodes.append(node)
    yield from _named(nodes[:-1] if nodes and nodes[-1].type in {"}", ")", "]"} else nodes)


def _named(nodes: list[Node]) -> Iterator[tuple[str, list[Node]]]:
    name = next((node for node in nodes[1:] if text(node) not in _BETWEEN and node.type != "mutable_specifier"), None)
    if name and name.type == "identifier":
        yield text(name), nodes
