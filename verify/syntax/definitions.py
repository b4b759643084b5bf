"""Which definitions a file has, and what belongs to each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from verify.syntax.place import Place, Rules, joined

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME_CAP = 1000
_PARTS_CAP = 8
_ORNAMENTS = {"attribute_item", "decorator"}
"""What stands before a definition and belongs to it."""


def definitions(root: Node, rules: Rules) -> Iterator[tuple[str, list[Node]]]:
    """Yield each definition by its full name, with what belongs to it: decorations first."""
    queue: list[tuple[Place, list[Node]]] = [(Place(root), [])]
    while queue:
        place, ornaments = queue.pop()
        names = [name for name in _names(place, rules) if len(name) <= _NAME_CAP]
        members = rules.members[place.node.type](place) if rules.members and place.node.type in rules.members else ()
        for name in (*names, *(joined(place.owner, member) for member in members if place.owner)):
            yield from ((spelling, [*ornaments, place.node]) for spelling in _spellings(name, rules))
        if rules.lists and place.node.type in rules.lists:
            listed = rules.lists[place.node.type](place)
            yield from ((joined(place.scope, name), nodes) for name, nodes in listed if len(name) <= _NAME_CAP)
        queue.extend(_below(place, names, rules))


def _names(place: Place, rules: Rules) -> Iterator[str]:
    kind = place.node.type
    names = [*rules.definitions[kind](place)] if kind in rules.definitions else []
    if not names and kind in rules.variables and not place.local:
        names = [*rules.variables[kind](place)]
    return (joined(place.scope, name) for name in names)


def _spellings(name: str, rules: Rules) -> Iterator[str]:
    yield name
    head, _, rest = name.partition(".")
    while rest and head in rules.silent and name.count(".") < _PARTS_CAP:
        yield rest
        rest = rest.partition(".")[2]


def _below(place: Place, names: list[str], rules: Rules) -> Iterator[tuple[Place, list[Node]]]:
    kind = place.node.type
    holds = rules.nested and (kind in rules.definitions or kind in rules.holders)
    scope = names[0] if holds and len(names) == 1 else place.scope
    if rules.scopes and kind in rules.scopes:
        scope = joined(place.scope, next(iter(rules.scopes[kind](place)), ""))
    local = kind in rules.functions or (place.local and kind not in rules.classes)
    owner = scope if kind in rules.classes else place.owner
    ornaments: list[Node] = []
    for child in place.node.named_children:
        if child.type in _ORNAMENTS:
            ornaments.append(child)
        elif not child.is_extra:
            yield Place(child, place, scope, local, owner), ornaments
            ornaments = []
