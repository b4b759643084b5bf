"""The names in Python code."""

from collections.abc import Iterable

from verify.syntax.place import Place, Rules, named, text


def _unless_decorated(place: Place) -> Iterable[str]:
    return () if place.above() == "decorated_definition" else named(place)


def _decorated(place: Place) -> Iterable[str]:
    inner = place.node.child_by_field_name("definition")
    return named(Place(inner)) if inner else ()


def _targets(place: Place) -> Iterable[str]:
    left = place.node.child_by_field_name("left")
    if left is None:
        return ()
    parts = left.named_children if left.type in {"pattern_list", "tuple_pattern"} else [left]
    return tuple(text(part) for part in parts if part.type == "identifier")


def _imported(place: Place) -> Iterable[str]:
    """Yield one name of an import from a module; its neighbours are no part of it."""
    if place.parent is None or place.parent.node.type != "import_from_statement":
        return ()
    alias = text(place.node.child_by_field_name("alias"))
    is_module = place.node == place.parent.node.child_by_field_name("module_name")
    return () if is_module else (alias or text(place.node),)


def _alias(place: Place) -> Iterable[str]:
    return (text(place.node.child_by_field_name("left")).partition("[")[0].strip(),)


PYTHON = Rules(
    definitions={
        "function_definition": _unless_decorated,
        "class_definition": _unless_decorated,
        "decorated_definition": _decorated,
    },
    variables={
        "assignment": _targets,
        "type_alias_statement": _alias,
        **dict.fromkeys(("dotted_name", "aliased_import"), _imported),
    },
    functions=frozenset({"function_definition", "lambda"}),
    classes=frozenset({"class_definition"}),
)
