"""What leads to a vision; one walk backwards from all visions, linear in facts and references."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from verify.model.location import Stem

_Node = tuple[bool, str]
"""Whether it is a session, and its stem or id: a log may be called like a fact."""


class Reach:
    """Facts and sessions from which some vision can be reached; ``referencing`` yields the sessions that name an id."""

    def __init__(
        self,
        visions: Iterable[str],
        targets: Mapping[str, Iterable[str]],
        origins: Mapping[str, Stem],
        referencing: Callable[[str], Iterable[Stem]],
    ) -> None:
        self._visions = visions
        self._targets = targets
        self._origins = origins
        self._referencing = referencing

    def fact(self, name: str) -> bool:
        """Whether a fact leads to a vision."""
        return (False, name) in self._reaching

    def session(self, stem: Stem) -> bool:
        """Whether a session references what leads to a vision."""
        return (True, stem) in self._reaching

    @cached_property
    def _reaching(self) -> set[_Node]:
        sources = self._sources()
        found: set[_Node] = set()
        queue: list[_Node] = [(False, name) for name in self._visions]
        while queue:
            node = queue.pop()
            if node not in found:
                found.add(node)
                queue.extend((False, name) for name in sources.get(node, ()))
                queue.extend(self._sessions(node))
        return found

    def _sessions(self, node: _Node) -> Iterator[_Node]:
        is_session, name = node
        return iter(()) if is_session else ((True, stem) for stem in self._referencing(name))

    def _sources(self) -> dict[_Node, list[str]]:
        """Return the facts behind each node that say where they lead."""
        sources: dict[_Node, list[str]] = {}
        for name, targets in self._targets.items():
            for target in targets:
                sources.setdefault((False, target), []).append(name)
        for name, stem in self._origins.items():
            sources.setdefault((True, stem), []).append(name)
        return sources
