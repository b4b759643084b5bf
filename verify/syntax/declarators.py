"""The names in declarations as C writes them, and Java after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verify.syntax.place import Place, text

if TYPE_CHECKING:
    from tree_sitter import Node


def declarators(place: Place) -> Iterator[str]:
    """Yield the names of a declaration: each declarator, without pointers, arrays and parameters around it."""
    for declarator in place.node.children_by_field_name("declarator"):
        node: Node | None = declarator
        while node and not node.type.endswith(("identifier", "primitive_type")):
            inner = node.child_by_field_name("declarator") or node.child_by_field_name("name")
            node = inner or next(
                (n for n in node.named_children if n.type.endswith(("declarator", "identifier"))), None
            )
        if node:
            yield text(node)
