"""The names in Go, Rust and Java code."""

from __future__ import annotations

from collections.abc import Iterable

from verify.syntax.declarators import declarators
from verify.syntax.macros import declared
from verify.syntax.place import Place, Rules, bare, each_named, named, text


def _method(place: Place) -> Iterable[str]:
    """Yield the name of a Go method below the type of its receiver."""
    receiver = place.node.child_by_field_name("receiver")
    node = receiver.named_children[-1] if receiver and receiver.named_children else None
    while node and node.type != "type_identifier":
        node = node.child_by_field_name("type") or next(iter(node.named_children), None)
    return (f"{text(node)}.{name}" for name in named(place))


def _implemented(place: Place) -> Iterable[str]:
    return (bare(text(place.node.child_by_field_name("type"))),)


def _alias(place: Place) -> Iterable[str]:
    return (text(place.node.child_by_field_name("alias")),)


def _used(place: Place) -> Iterable[str]:
    path = place.node.child_by_field_name("argument")
    return (text(path.child_by_field_name("name")),) if path and path.type == "scoped_identifier" else ()


def _component(place: Place) -> Iterable[str]:
    """Yield the name of a component of a record; of other parameters none."""
    if place.above(2) != "record_declaration":
        return ()
    return named(place) or (name for child in place.node.named_children for name in named(Place(child)))


GO = Rules(
    definitions={
        **dict.fromkeys(("function_declaration", "type_spec", "type_alias", "method_elem", "method_spec"), named),
        "method_declaration": _method,
        "field_declaration": each_named,
    },
    variables={"const_spec": each_named, "var_spec": each_named},
    functions=frozenset({"function_declaration", "method_declaration", "func_literal"}),
)
RUST = Rules(
    definitions={
        **dict.fromkeys(("function_item", "function_signature_item", "struct_item", "enum_item", "union_item"), named),
        **dict.fromkeys(("trait_item", "mod_item", "const_item", "static_item", "type_item"), named),
        **dict.fromkeys(("associated_type", "macro_definition", "field_declaration", "enum_variant"), named),
        "use_as_clause": _alias,
        "use_declaration": _used,
    },
    variables={},
    scopes={"impl_item": _implemented},
    lists={"macro_invocation": declared},
)
JAVA = Rules(
    definitions={
        **dict.fromkeys(("class_declaration", "interface_declaration", "enum_declaration"), named),
        **dict.fromkeys(("record_declaration", "annotation_type_declaration", "enum_constant"), named),
        **dict.fromkeys(("method_declaration", "constructor_declaration", "compact_constructor_declaration"), named),
        "annotation_type_element_declaration": named,
        **dict.fromkeys(("formal_parameter", "spread_parameter"), _component),
        **dict.fromkeys(("field_declaration", "constant_declaration"), declarators),
    },
    variables={},
)
