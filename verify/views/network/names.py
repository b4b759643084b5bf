"""What nodes are called: by what they are within one memory, and by a key that is unique in the network."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

from verify.model.network import NetworkNode, NetworkRelation
from verify.views.titles import shown


class Family(IntEnum):
    """Names are unique within one family: a log may be called like a fact."""

    ID = 0
    SESSION = 1
    COMMIT = 2
    PLACE = 3

    # Names are looked up millions of times, and the hash of an enum is a Python function.
    __hash__ = int.__hash__


class Name(NamedTuple):
    """A node as the files name it; ``memory`` is empty for a commit, which memories share."""

    family: Family
    memory: str
    text: str


class Pointer(NamedTuple):
    """An edge between names."""

    source: Name
    target: Name
    relation: NetworkRelation
    verb: str = ""
    broken: bool = False


def keys(nodes: Mapping[Name, NetworkNode]) -> Mapping[Name, str]:
    """Return a key for each node: its id, with the memory before it where several nodes have this id."""
    bearers = Counter(node.id for node in nodes.values())
    found = {name: node.id for name, node in nodes.items() if bearers[node.id] == 1}
    taken = set(found.values())
    for name in sorted(nodes.keys() - found.keys()):
        key = next(key for key in _choices(name, nodes[name]) if key not in taken)
        taken.add(key)
        found[name] = key
    return found


def _choices(name: Name, node: NetworkNode) -> Iterator[str]:
    prefixed = f"{shown(name.memory)}:{node.id}" if name.memory else node.id
    yield prefixed
    yield f"{prefixed} ({node.kind.value})"
    number = 2
    while True:
        yield f"{prefixed} ({number})"
        number += 1


def distinct(parts: Iterable[str]) -> tuple[str, ...]:
    """Return texts sorted, each once."""
    return tuple(sorted({shown(part) for part in parts}))
