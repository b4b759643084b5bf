"""Decisions that a memory states without a footer, so that nothing can point to them."""

from collections.abc import Iterator
from itertools import pairwise

from verify.graph import MemoryGraph
from verify.model.memory import Document, Role
from verify.model.snapshot import Source, Statement
from verify.views.snapshot.quoting import plain, quoting

_KINDS = {"decision": "decisions", "invariant": "invariants", "assumption": "assumptions"}


def nameless(graph: MemoryGraph, *kinds: str) -> Iterator[Statement]:
    """Yield the items without an id in sections of these kinds, such as ``decisions``."""
    for document in graph.documents(Role.CONTINUITY):
        for kind, first, last in _items(document):
            if kind in kinds:
                text = plain(document.lines[first - 1 : last])
                yield quoting((f"item of a section on {kind}, without an id",), [Source(document.path, first)], text)


def _items(document: Document) -> Iterator[tuple[str, int, int]]:
    """Yield each list item that belongs to no fact: the kind of its section, its first and its last line."""
    owned = {n for fact in document.facts for n in range(fact.block.line, (fact.block.end_line or 0) + 1)}
    kind = ""
    for number, behind in pairwise([*_starts(document), len(document.lines) + 1]):
        line = document.lines[number - 1]
        if line.startswith("#"):
            kind = next((named for word, named in _KINDS.items() if word in line.lower()), "")
        elif kind and line.startswith(("- ", "* ")) and number not in owned:
            yield kind, number, behind - 1


def _starts(document: Document) -> Iterator[int]:
    """Yield the lines at which a heading, an item or a gap begins."""
    for number, line in enumerate(document.lines, 1):
        if number not in document.code and (not line.strip() or line.startswith(("#", "- ", "* "))):
            yield number
