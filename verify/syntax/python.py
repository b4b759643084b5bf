"""The names in Python code."""

from collections.abc import Iterable, Iterator

from verify.syntax.place import Names, Place, Rules, named, text

_SELF = {"self", "cls"}
_PATTERNS = {
    *("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "tuple", "list", "list_splat"),
    *("as_pattern_target", "parenthesized_expression"),
}


def _unless_decorated(place: Place) -> Iterable[str]:
    return () if place.above() == "decorated_definition" else named(place)


def _decorated(place: Place) -> Iterable[str]:
    inner = place.node.child_by_field_name("definition")
    return named(Place(inner)) if inner else ()


def _targets(field: str) -> Names:
    """Return what yields the names that are bound in a field of a node; those of ``self`` are its class's."""
    return lambda place: [name for name in _bound(place, field) if name.partition(".")[0] not in _SELF]


def _own(place: Place) -> Iterable[str]:
    """Yield what an assignment names of the object of a method."""
    parts = (name.partition(".") for name in _bound(place, "left"))
    return (name for start, _, name in parts if start in _SELF and name)


def _bound(place: Place, field: str) -> Iterator[str]:
    queue = place.node.children_by_field_name(field)
    while queue:
        node = queue.pop()
        if node.type == "identifier":
            yield text(node)
        elif node.type == "attribute":
            name = "".join(text(node).split())
            yield from [name] if all(map(str.isidentifier, name.split("."))) else ()
        elif node.type in _PATTERNS:
            queue.extend(node.named_children)


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
        **dict.fromkeys(("assignment", "for_statement"), _targets("left")),
        "as_pattern": _targets("alias"),
        "named_expression": _targets("name"),
        "type_alias_statement": _alias,
        **dict.fromkeys(("dotted_name", "aliased_import"), _imported),
    },
    functions=frozenset({"function_definition", "lambda"}),
    classes=frozenset({"class_definition"}),
    members={"assignment": _own},
)
