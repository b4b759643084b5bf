"""The names in C code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from verify.syntax.declarators import declarators
from verify.syntax.place import Place, Rules, named, text

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES_CAP = 3
"""How many names of one type its members are told by."""


def _with_body(place: Place) -> Iterable[str]:
    return named(place) if place.node.child_by_field_name("body") else ()


def _invoked(place: Place) -> Iterable[str]:
    """Yield what a macro outside functions, as `LIST_HEAD(name);`, may declare."""
    call = next((child for child in place.node.named_children if child.type == "call_expression"), None)
    arguments = call.child_by_field_name("arguments") if call else None
    return [text(child) for child in (arguments.named_children if arguments else ()) if child.type == "identifier"]


def _inner(place: Place) -> Iterable[str]:
    """Yield the name of a field whose type is written out in it."""
    kind = place.node.child_by_field_name("type")
    return islice(declarators(place), 1) if kind and kind.child_by_field_name("body") else ()


def _typed(place: Place) -> Iterator[tuple[str, list[Node]]]:
    """Yield the members of a type that is written out, below each name that is declared with it."""
    kind = place.node.child_by_field_name("type")
    members = list(_members(kind)) if kind else []
    for owner in islice(declarators(place), _NAMES_CAP) if members else ():
        yield from ((f"{owner}.{name}", [node]) for name, node in members)


def _constants(place: Place) -> Iterator[tuple[str, list[Node]]]:
    return ((name, [node]) for name, node in _members(place.node))


def _members(kind: Node) -> Iterator[tuple[str, Node]]:
    body = kind.child_by_field_name("body")
    for member in body.named_children if body else ():
        names = named(Place(member)) if member.type == "enumerator" else declarators(Place(member))
        yield from ((name, member) for name in names)


C = Rules(
    definitions={
        **dict.fromkeys(("preproc_def", "preproc_function_def", "enumerator"), named),
        "field_declaration": declarators,
        **dict.fromkeys(("struct_specifier", "union_specifier", "enum_specifier"), _with_body),
        **dict.fromkeys(("function_definition", "type_definition"), declarators),
    },
    variables={"declaration": declarators, "expression_statement": _invoked},
    functions=frozenset({"function_definition"}),
    nested=False,
    scopes={
        **dict.fromkeys(("struct_specifier", "union_specifier", "enum_specifier"), named),
        "field_declaration": _inner,
    },
    lists={**dict.fromkeys(("type_definition", "declaration"), _typed), "enum_specifier": _constants},
)
