"""The first lines of each fact, by the key of its node."""

from collections.abc import Iterator, Mapping, Sequence

from verify.comments import replace_comments
from verify.graph import MemoryGraph
from verify.model.facts import Fact
from verify.model.network import Network, NetworkKind
from verify.views.dossier.anonymous import anonymous
from verify.views.titles import shown

_LINES = 12
_ALL = 1_200_000
"""Characters of all texts together, so that a page of very many facts still opens."""
_FEWEST, _MOST = 80, 700
_OTHERS = {NetworkKind.SESSION, NetworkKind.COMMIT, NetworkKind.FILE, NetworkKind.SYMBOL}


def texts(graphs: Sequence[MemoryGraph], network: Network) -> Mapping[str, str]:
    """Return the texts, each cut so that all of them together are no more than a page can hold."""
    facts = [(graph, fact) for graph in graphs for fact in graph.intent.facts.values()]
    room = max(_FEWEST, min(_MOST, _ALL // max(len(facts), 1)))
    keys = {(node.memory, node.id): node.key for node in network.nodes if node.kind not in _OTHERS}
    return dict(_told(facts, keys, room))


def _told(
    facts: Sequence[tuple[MemoryGraph, Fact]], keys: Mapping[tuple[str | None, str], str], room: int
) -> Iterator[tuple[str, str]]:
    lines: dict[tuple[int, str], Sequence[str]] = {}
    for graph in {id(graph): graph for graph, _ in facts}.values():
        lines |= {(id(graph), document.path): document.lines for document in graph.memory.documents}
    for graph, fact in facts:
        key = keys.get((shown(graph.memory.path), shown(fact.id)))
        text = _text(fact, lines[id(graph), fact.location.path])
        if key is not None and text:
            yield key, anonymous(text, _LINES, room)


def _text(fact: Fact, lines: Sequence[str]) -> str:
    end = max(fact.block.end_line or fact.block.line, fact.location.line)
    bare = replace_comments("\n".join(lines[fact.block.line - 1 : end]), lambda _: "")
    return "\n".join(line.rstrip() for line in bare.split("\n") if line.strip(" >|\t"))
