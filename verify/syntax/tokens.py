"""Code as a sequence of tokens, in which comments and layout leave no trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from verify.syntax.languages import Language
from verify.syntax.spelling import spelled

if TYPE_CHECKING:
    from tree_sitter import Node

_QUOTED = frozenset(
    {
        *("string", "template_string", "template_literal_type", "interpreted_string_literal", "raw_string_literal"),
        *("rune_literal", "string_literal", "char_literal", "character_literal", "system_lib_string"),
        *("raw_string", "ansi_c_string", "translated_string", "heredoc_body"),
    }
)
"""What stands in quotes counts letter by letter: blanks there are no layout."""
_TYPES = frozenset({"union_type", "intersection_type"})
_CLOSING = frozenset(")]}>")
_TUPLES = {
    "tuple": "tuple",
    "expression_list": "tuple",
    "tuple_pattern": "tuple_pattern",
    "pattern_list": "tuple_pattern",
}
"""With and without parentheses, these say the same."""
_LISTS = {*_TUPLES, "import_from_statement", "future_import_statement", "with_clause"}


def digest(nodes: Iterable[Node], source: bytes, language: Language) -> str:
    """Return a digest of the syntax of some nodes of a source; comments and layout do not change it."""
    found = sha256()
    for node in nodes:
        for token in _tokens(node, source, language):
            found.update(b"%d:%b" % (len(token), token))
    return found.hexdigest()


def _tokens(root: Node, source: bytes, language: Language) -> Iterator[bytes]:
    queue: list[Node | bytes] = [root]
    while queue:
        item = queue.pop()
        if isinstance(item, bytes):
            yield item
            continue
        children = item.children
        if not children or item.type in _QUOTED:
            yield spelled(item, language)
            continue
        inside = list(_inside(item, children, source, language))
        if not _is_wrapping(item, children, language):
            kind = _TUPLES.get(item.type, item.type) if language.quotes_alike else item.type
            yield f"({kind}".encode()
            queue.append(b")")
        queue.extend(reversed(inside))


def _inside(node: Node, children: Sequence[Node], source: bytes, language: Language) -> Iterator[Node | bytes]:
    """Yield what counts below a node: also code that stands between its children and is none of them."""
    end = node.start_byte
    for at, child in enumerate(children):
        gap = source[end : child.start_byte]
        # A heredoc begins behind its line break, but its node behind its first blanks.
        gap = gap.partition(b"\n")[2] if child.type == "heredoc_body" else gap.replace(b"\\\n", b"").strip()
        if gap:
            yield gap
        end = child.end_byte
        if not _is_layout(node, children, at, language):
            yield child


def _is_layout(node: Node, children: Sequence[Node], at: int, language: Language) -> bool:
    child = children[at]
    if child.is_named or child.is_extra:
        return child.is_extra or _says_nothing(child)
    match child.type:
        case "|" | "&":
            return at == 0 and node.type in _TYPES
        case "(" | ")":
            return language.quotes_alike and (node.type in _LISTS or _is_wrapping(node, children, language))
        case ";":
            return not language.semicolons and node.type not in {"for_clause", "c_style_for_statement"}
        case ",":
            return _is_trailing(node, children, at)
    return child.type.isspace()


def _says_nothing(node: Node) -> bool:
    """Whether JSX shows nothing of a node: braces around a comment, or blanks with a line break."""
    if node.type == "jsx_text":
        shown = node.text or b""
        return b"\n" in shown and not shown.strip()
    return node.type == "jsx_expression" and all(child.is_extra for child in node.named_children)


def _is_wrapping(node: Node, children: Sequence[Node], language: Language) -> bool:
    """Whether a node is a pair of parentheses, or the one side of a type, that only layout asks for."""
    if node.type in _TYPES:
        return node.named_child_count == 1
    if not language.quotes_alike or node.type != "parenthesized_expression":
        return False
    # `(a?.b).c` is not `a?.b.c`.
    return not any(grandchild.type == "optional_chain" for child in children for grandchild in child.children)


def _is_trailing(node: Node, children: Sequence[Node], at: int) -> bool:
    """Whether a comma only ends a list; in a subscript, a gap of an array and a tuple of one it says something."""
    if node.type in {"interface_body", "object_type"}:
        return True
    behind = next((child for child in children[at + 1 :] if not child.is_extra), None)
    closes = behind is None or behind.type in _CLOSING
    several = node.named_child_count > 1 or not node.type.startswith(("tuple", "expression_list", "pattern_list"))
    return closes and children[at - 1].is_named and several and node.type != "subscript"
