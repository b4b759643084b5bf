"""A node of a syntax tree with what stands around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from tree_sitter import Node


class Place(Struct, frozen=True):
    """One node below its parents.

    ``scope`` is the name that those give to what stands in them, ``owner`` that of the class around.
    """

    node: Node
    parent: Place | None = None
    scope: str = ""
    local: bool = False
    owner: str = ""

    def above(self, steps: int = 1) -> str:
        """Return the type of a node around this one; nothing above the root."""
        here: Place | None = self
        for _ in range(steps):
            here = here.parent if here else None
        return here.node.type if here else ""

    def beyond(self, wrappers: frozenset[str], start: int) -> str:
        """Return the type of the first node around this one, from ``start`` steps on, that only wraps nothing."""
        kinds = (self.above(steps) for steps in range(start, start + _STEPS))
        return next((kind for kind in kinds if kind not in wrappers), "")


Names = Callable[[Place], Iterable[str]]
Declared = Callable[[Place], Iterable[tuple[str, list["Node"]]]]
_STEPS = 8
_REFERENCE = re.compile(r"(?:&|\*|\bmut\b|\bconst\b|\bdyn\b|'\w+|\s)+")


class Rules(Struct, frozen=True):
    """Which nodes of a language name something.

    ``definitions`` name it wherever they stand, ``variables`` only outside ``functions``; ``classes``
    hold names again. What stands in a definition, or in a variable of the ``holders``, has its name in
    front; ``scopes`` name nothing themselves, but do that too. Where a language nests no names,
    ``nested`` is false. ``members`` name something of the class around, wherever in it they stand;
    ``lists`` name several things, each with the nodes that it consists of. A name may go without its
    first parts where those are ``silent``.
    """

    definitions: Mapping[str, Names]
    variables: Mapping[str, Names]
    functions: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    holders: frozenset[str] = frozenset()
    scopes: Mapping[str, Names] | None = None
    nested: bool = True
    members: Mapping[str, Names] | None = None
    lists: Mapping[str, Declared] | None = None
    silent: frozenset[str] = frozenset()


def text(node: Node | None) -> str:
    """Return the code of a node; nothing of none."""
    return (node.text or b"").decode("utf-8", "replace") if node else ""


def named(place: Place) -> Iterable[str]:
    """Yield the name of a node that has one name field."""
    found = text(place.node.child_by_field_name("name"))
    return (found,) if found else ()


def each_named(place: Place) -> Iterable[str]:
    """Yield every name of a node whose name field repeats."""
    return tuple(text(child) for child in place.node.children_by_field_name("name") if child.is_named)


def bare(kind: str) -> str:
    """Return the name of a type without its arguments, its path, and what refers to it."""
    reference = _REFERENCE.match(kind)
    named_type = kind[reference.end() :] if reference else kind
    return named_type.partition("<")[0].partition("+")[0].rpartition("::")[2].strip()


def joined(scope: str, name: str) -> str:
    """Return a name within a scope; either may be empty."""
    return f"{scope}.{name}" if scope and name else scope or name
