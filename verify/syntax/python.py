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
    names = place.node.children_by_field_name("name")
    return tuple(text(name.child_by_field_name("alias") or name) for name in names)


def _alias(place: Place) -> Iterable[str]:
    return (text(place.node.child_by_field_name("left")).partition("[")[0].strip(),)


PYTHON = Rules(
    definitions={
        "function_definition": _unless_decorated,
        "class_definition": _unless_decorated,
        "decorated_definition": _decorated,
    },
    variables={"assignment": _targets, "import_from_statement": _imported, "type_alias_statement": _alias},
    functions=frozenset({"function_definition", "lambda"}),
    classes=frozenset({"class_definition"}),
)
