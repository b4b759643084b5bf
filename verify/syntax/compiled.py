"""The names in Go, Rust, Java, C and Bash code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from verify.syntax.place import Place, Rules, bare, each_named, named, text

if TYPE_CHECKING:
    from tree_sitter import Node


def _method(place: Place) -> Iterable[str]:
    """Yield the name of a Go method below the type of its receiver."""
    receiver = place.node.child_by_field_name("receiver")
    node = receiver.named_children[-1] if receiver and receiver.named_children else None
    while node and node.type != "type_identifier":
        node = node.child_by_field_name("type") or next(iter(node.named_children), None)
    return (f"{text(node)}.{name}" for name in named(place))


def _implemented(place: Place) -> Iterable[str]:
    return (bare(text(place.node.child_by_field_name("type"))),)


def _declarators(place: Place) -> Iterator[str]:
    """Yield the names of a declaration: each declarator, without pointers, arrays and parameters around it."""
    for declarator in place.node.children_by_field_name("declarator"):
        node: Node | None = declarator
        while node and not node.type.endswith("identifier"):
            inner = node.child_by_field_name("declarator") or node.child_by_field_name("name")
            node = inner or next(
                (n for n in node.named_children if n.type.endswith(("declarator", "identifier"))), None
            )
        if node:
            yield text(node)


def _with_body(place: Place) -> Iterable[str]:
    return named(place) if place.node.child_by_field_name("body") else ()


def _assignment(place: Place) -> Iterable[str]:
    """Yield what a Bash assignment names, unless it only holds for one command."""
    name = place.node.child_by_field_name("name")
    lasting = place.above() in {"program", "declaration_command", "variable_assignments", "compound_statement"}
    return (text(name),) if name and name.type == "variable_name" and lasting else ()


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
    },
    variables={},
    scopes={"impl_item": _implemented},
)
JAVA = Rules(
    definitions={
        **dict.fromkeys(("class_declaration", "interface_declaration", "enum_declaration"), named),
        **dict.fromkeys(("record_declaration", "annotation_type_declaration", "enum_constant"), named),
        **dict.fromkeys(("method_declaration", "constructor_declaration", "compact_constructor_declaration"), named),
        "annotation_type_element_declaration": named,
        **dict.fromkeys(("field_declaration", "constant_declaration"), _declarators),
    },
    variables={},
)
C = Rules(
    definitions={
        **dict.fromkeys(("preproc_def", "preproc_function_def", "enumerator"), named),
        **dict.fromkeys(("struct_specifier", "union_specifier", "enum_specifier"), _with_body),
        **dict.fromkeys(("function_definition", "type_definition"), _declarators),
    },
    variables={"declaration": _declarators},
    functions=frozenset({"function_definition"}),
    nested=False,
)
BASH = Rules(
    definitions={"function_definition": named},
    variables={"variable_assignment": _assignment},
    functions=frozenset({"function_definition", "subshell", "command_substitution"}),
)
