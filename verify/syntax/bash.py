"""The names in Bash code."""

from collections.abc import Iterable

from verify.syntax.place import Place, Rules, named, text


def _assignment(place: Place) -> Iterable[str]:
    """Yield what an assignment names, unless it only holds for one command."""
    name = place.node.child_by_field_name("name")
    if name and name.type == "subscript":
        name = name.child_by_field_name("name")
    return (text(name),) if name and place.above() != "command" else ()


def _declared(place: Place) -> Iterable[str]:
    return (text(place.node),) if place.above() == "declaration_command" else ()


def _counted(place: Place) -> Iterable[str]:
    return (text(place.node.child_by_field_name("variable")),)


BASH = Rules(
    definitions={"function_definition": named},
    variables={"variable_assignment": _assignment, "variable_name": _declared, "for_statement": _counted},
    functions=frozenset({"function_definition", "subshell", "command_substitution"}),
)
