"""The first lines of each fact, by the key of its node."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from verify.comments import replace_comments
from verify.graph import MemoryGraph
from verify.model.facts import Fact
from verify.model.network import Network, NetworkKind
from verify.secrets import suspect_texts
from verify.views.dossier.anonymous import anonymous, shortened
from verify.views.titles import all_shown, shown

_LINES = 12
_ALL = 1_200_000
"""Characters of all texts together, so that a page of very many facts still opens."""
_FEWEST, _MOST = 80, 700
_MARK = re.compile(r"[-*+#>|]|\d{1,9}[.)]\s")
_OTHERS = {NetworkKind.SESSION, NetworkKind.COMMIT, NetworkKind.FILE, NetworkKind.SYMBOL}


def texts(graphs: Sequence[MemoryGraph], network: Network) -> Mapping[str, str]:
    """Return the texts, each cut so that all of them together are no more than a page can hold."""
    keys = {(node.memory, node.id): node.key for node in network.nodes if node.kind not in _OTHERS}
    told = [pair for graph in graphs for pair in _told(graph, keys)]
    room = max(_FEWEST, min(_MOST, _ALL // max(len(told), 1)))
    found = suspect_texts([text for _, text in told])
    harmless = (anonymous(text) if at in found else text for at, (_, text) in enumerate(told))
    return {key: shortened(text, _LINES, room) for (key, _), text in zip(told, harmless, strict=True)}


def _told(graph: MemoryGraph, keys: Mapping[tuple[str | None, str], str]) -> Iterator[tuple[str, str]]:
    lines = {document.path: document.lines for document in graph.memory.documents}
    memory = shown(graph.memory.path)
    facts = graph.intent.facts.values()
    for fact, name in zip(facts, all_shown([fact.id for fact in facts]), strict=True):
        key = keys.get((memory, name))
        text = _text(fact, lines[fact.location.path])
        if key is not None and text:
            yield key, text


def _text(fact: Fact, lines: Sequence[str]) -> str:
    end = max(fact.block.end_line or fact.block.line, fact.location.line)
    bare = replace_comments("\n".join(lines[fact.block.line - 1 : end]), lambda _: "")
    return "\n".join(_paragraphs(bare.split("\n")))


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Join the lines that an editor has broken; what begins with a mark, or behind a blank line, is a new one."""
    open_line: list[str] = []
    for line in (line.strip() for line in lines):
        if open_line and (not line or ((line[0] in "-*+#>|" or line[0].isdigit()) and _MARK.match(line))):
            yield " ".join(open_line)
            open_line = []
        open_line += [line] if line.strip(">|") else []
    if open_line:
        yield " ".join(open_line)
