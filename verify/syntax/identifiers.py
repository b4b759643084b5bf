"""The identifiers that stand anywhere in code, outside of comments and strings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from verify.syntax.place import text

if TYPE_CHECKING:
    from tree_sitter import Node

_ALSO = frozenset({"variable_name", "word", "primitive_type", "preproc_arg"})
_WORD = re.compile(r"[^\W\d]\w*")


def identifiers(root: Node) -> frozenset[str]:
    """Return every identifier; the text of a macro has all its words."""
    found: set[str] = set()
    queue = [root]
    while queue:
        node = queue.pop()
        queue.extend(child for child in node.named_children if not child.is_extra)
        if "identifier" in node.type or node.type in _ALSO:
            words = _WORD.findall(text(node)) if node.type == "preproc_arg" else [text(node).lstrip("#")]
            found.update(words)
    return frozenset(found)
