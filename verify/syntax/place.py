"""A node of a syntax tree with what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(frozen=True, slots=True)
class Place:
    """One node below its parents; ``scope`` is the name that those give to what stands in them."""

    node: Node
    parent: Place | None = None
    scope: str = ""
    local: bool = False

    def above(self, steps: int = 1) -> str:
        """Return the type of a node around this one; nothing above the root."""
        here: Place | None = self
        for _ in range(steps):
            here = here.parent if here else None
        return here.node.type if here else ""


Names = Callable[[Place], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Rules:
    """Which nodes of a language name something.

    ``definitions`` name it wherever they stand, ``variables`` only outside ``functions``; ``classes``
    hold names again. What stands in a definition, or in a variable of the ``holders``, has its name in
    front; ``scopes`` name nothing themselves, but do that too. Where a language nests no names,
    ``nested`` is false.
    """

    definitions: Mapping[str, Names]
    variables: Mapping[str, Names]
    functions: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    holders: frozenset[str] = frozenset()
    scopes: Mapping[str, Names] | None = None
    nested: bool = True


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
    """Return the name of a type without its arguments and its path."""
    return kind.partition("<")[0].rpartition("::")[2].strip()
