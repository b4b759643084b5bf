"""The names in JavaScript and TypeScript code."""

from collections.abc import Iterable

from verify.syntax.place import Place, Rules, named, text

_FUNCTIONS = frozenset(
    {
        *("function_declaration", "generator_function_declaration", "function_expression", "generator_function"),
        *("arrow_function", "method_definition"),
    }
)
_HOLDERS = {"variable_declarator", "pair", "assignment_expression"}
_VALUES = {"arrow_function", "function_expression", "generator_function", "class"}


def _variable(place: Place) -> Iterable[str]:
    name = place.node.child_by_field_name("name")
    return (text(name),) if name and name.type == "identifier" else ()


def _valued(place: Place) -> Iterable[str]:
    value = place.node.child_by_field_name("value")
    return _variable(place) if value and value.type in _VALUES else ()


def _member(place: Place) -> Iterable[str]:
    """Yield the name of a method or a pair, unless its object is one that nobody can name."""
    if place.above() == "object" and place.above(2) not in _HOLDERS:
        return ()
    key = place.node.child_by_field_name("name") or place.node.child_by_field_name("key")
    return () if key is None or key.type == "computed_property_name" else (text(key).strip("'\""),)


def _field(place: Place) -> Iterable[str]:
    key = place.node.child_by_field_name("property") or place.node.child_by_field_name("name")
    return (text(key).strip("'\""),) if key else ()


def _typed_member(place: Place) -> Iterable[str]:
    holds = place.above() in {"interface_body", "class_body"} or place.above(2) == "type_alias_declaration"
    return named(place) if holds else ()


def _constant(place: Place) -> Iterable[str]:
    return (text(place.node),) if place.above() == "enum_body" else ()


def _assigned(place: Place) -> Iterable[str]:
    """Yield what an assignment to a module's exports, or to a member of a function, names."""
    left = place.node.child_by_field_name("left")
    if left is None or left.type != "member_expression":
        return ()
    name = "".join(text(left).split()).replace(".prototype.", ".")
    for start in ("module.exports.", "exports."):
        name = name.removeprefix(start)
    return (name,) if name != "module.exports" and all(map(str.isidentifier, name.split("."))) else ()


def _default(place: Place) -> Iterable[str]:
    return ("default",) if place.node.child_by_field_name("value") else ()


def _exported(place: Place) -> Iterable[str]:
    return (text(place.node.child_by_field_name("alias") or place.node.child_by_field_name("name")),)


JAVASCRIPT = Rules(
    definitions={
        **dict.fromkeys(("function_declaration", "generator_function_declaration", "class_declaration"), named),
        **dict.fromkeys(("abstract_class_declaration", "function_signature", "interface_declaration"), named),
        **dict.fromkeys(("type_alias_declaration", "enum_declaration", "enum_assignment"), named),
        **dict.fromkeys(("internal_module", "module"), named),
        **dict.fromkeys(("method_signature", "abstract_method_signature", "property_signature"), _typed_member),
        **dict.fromkeys(("method_definition", "pair"), _member),
        **dict.fromkeys(("field_definition", "public_field_definition"), _field),
        "variable_declarator": _valued,
        "property_identifier": _constant,
        "export_specifier": _exported,
    },
    variables={"variable_declarator": _variable, "assignment_expression": _assigned, "export_statement": _default},
    functions=_FUNCTIONS,
    classes=frozenset({"class_declaration", "class", "abstract_class_declaration"}),
    holders=frozenset({"variable_declarator", "assignment_expression", "export_statement"}),
)
