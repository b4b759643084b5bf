"""The names in JavaScript and TypeScript code."""

from collections.abc import Iterable, Iterator

from verify.syntax.place import Place, Rules, named, text

_FUNCTIONS = frozenset(
    {
        *("function_declaration", "generator_function_declaration", "function_expression", "generator_function"),
        *("arrow_function", "method_definition"),
    }
)
_HOLDERS = {"variable_declarator", "pair", "assignment_expression", "export_statement"}
_WRAPPERS = frozenset(
    {
        *("as_expression", "satisfies_expression", "parenthesized_expression", "non_null_expression"),
        *("arguments", "call_expression", "new_expression", "await_expression"),
    }
)
"""What stands between an object and the name that holds what becomes of it."""
_TYPES = frozenset(
    {"intersection_type", "union_type", "parenthesized_type", "type_arguments", "generic_type", "readonly_type"}
)
_PATTERNS = {
    *("object_pattern", "array_pattern", "pair_pattern", "rest_pattern"),
    *("object_assignment_pattern", "assignment_pattern"),
}
_SELF = "this."
_VALUES = {"arrow_function", "function_expression", "generator_function", "class"}


def _variable(place: Place) -> Iterator[str]:
    """Yield each name that a declaration binds, also by taking an object or an array apart."""
    queue = place.node.children_by_field_name("name")
    while queue:
        node = queue.pop()
        if node.type in {"identifier", "shorthand_property_identifier_pattern"}:
            yield text(node)
        elif node.type in _PATTERNS:
            target = node.child_by_field_name("value") or node.child_by_field_name("left")
            queue.extend([target] if target else node.named_children)


def _valued(place: Place) -> Iterable[str]:
    value = place.node.child_by_field_name("value")
    return _variable(place) if value and value.type in _VALUES else ()


def _member(place: Place) -> Iterable[str]:
    """Yield the name of a method or a pair, unless its object is one that nobody can name."""
    if place.above() == "object" and place.beyond(_WRAPPERS, 2) not in _HOLDERS:
        return ()
    key = place.node.child_by_field_name("name") or place.node.child_by_field_name("key")
    return () if key is None or key.type == "computed_property_name" else (text(key).strip("'\""),)


def _shorthand(place: Place) -> Iterable[str]:
    return (text(place.node),) if place.beyond(_WRAPPERS, 2) in _HOLDERS else ()


def _field(place: Place) -> Iterable[str]:
    key = place.node.child_by_field_name("property") or place.node.child_by_field_name("name")
    return (text(key).strip("'\""),) if key else ()


def _typed_member(place: Place) -> Iterable[str]:
    in_body = place.above() in {"interface_body", "class_body"}
    holds = in_body or place.beyond(_TYPES, 2) == "type_alias_declaration"
    return named(place) if holds else ()


def _constant(place: Place) -> Iterable[str]:
    return (text(place.node),) if place.above() == "enum_body" else ()


def _assigned(place: Place) -> Iterable[str]:
    """Yield what an assignment to a module's exports, or to a member of a function, names."""
    left = place.node.child_by_field_name("left")
    if left is None or left.type != "member_expression":
        return ()
    name = "".join(text(left).split()).replace(".prototype.", ".")
    if name.startswith(_SELF):
        return ()
    for start in ("module.exports.", "exports."):
        name = name.removeprefix(start)
    return (name,) if name != "module.exports" and all(map(str.isidentifier, name.split("."))) else ()


def _own(place: Place) -> Iterable[str]:
    """Yield what an assignment names of the object of a method."""
    name = "".join(text(place.node.child_by_field_name("left")).split())
    own = name.removeprefix(_SELF)
    return (own,) if name != own and own.isidentifier() else ()


def _parameter(place: Place) -> Iterable[str]:
    """Yield the name of a constructor's parameter that is a member of its class."""
    marks = {"accessibility_modifier", "readonly", "override_modifier"}
    is_member = any(child.type in marks for child in place.node.children)
    return (text(place.node.child_by_field_name("pattern")),) if is_member else ()


def _module(place: Place) -> Iterable[str]:
    """Yield the name of a namespace; a module that is declared for a file has none."""
    name = place.node.child_by_field_name("name")
    return () if name is None or name.type == "string" else (text(name),)


def _default(place: Place) -> Iterable[str]:
    return ("default",) if place.node.child_by_field_name("value") else ()


def _exported(place: Place) -> Iterable[str]:
    return (text(place.node.child_by_field_name("alias") or place.node.child_by_field_name("name")),)


def _namespace(place: Place) -> Iterable[str]:
    return (text(child) for child in place.node.named_children[-1:])


JAVASCRIPT = Rules(
    definitions={
        **dict.fromkeys(("function_declaration", "generator_function_declaration", "class_declaration"), named),
        **dict.fromkeys(("abstract_class_declaration", "function_signature", "interface_declaration"), named),
        **dict.fromkeys(("type_alias_declaration", "enum_declaration", "enum_assignment"), named),
        **dict.fromkeys(("internal_module", "module"), _module),
        **dict.fromkeys(("method_signature", "abstract_method_signature", "property_signature"), _typed_member),
        **dict.fromkeys(("method_definition", "pair"), _member),
        **dict.fromkeys(("field_definition", "public_field_definition"), _field),
        "variable_declarator": _valued,
        "property_identifier": _constant,
        "shorthand_property_identifier": _shorthand,
        "export_specifier": _exported,
        "namespace_export": _namespace,
    },
    variables={"variable_declarator": _variable, "assignment_expression": _assigned, "export_statement": _default},
    functions=_FUNCTIONS,
    classes=frozenset({"class_declaration", "class", "abstract_class_declaration"}),
    holders=frozenset({"variable_declarator", "assignment_expression", "export_statement"}),
    members={"assignment_expression": _own, **dict.fromkeys(("required_parameter", "optional_parameter"), _parameter)},
    silent=frozenset({"default", "window", "globalThis", "global", "self"}),
)
