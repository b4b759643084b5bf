"""Networks as Mermaid flowcharts, which code hosts draw: kinds by shape, broken pointers red."""

import re
from collections.abc import Iterator

from reports.escaping import encodable, visible
from reports.graph.words import edge_label, lines, numbered, remarks
from verify.model.network import Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation, NetworkStatus

_SHAPES = {
    NetworkKind.VISION: ("[/", "\\]"),
    NetworkKind.BLUEPRINT: ("[[", "]]"),
    NetworkKind.DECISION: ("[", "]"),
    NetworkKind.CONVENTION: ("{{", "}}"),
    NetworkKind.INVARIANT: ("[[", "]]"),
    NetworkKind.FACT: ("(", ")"),
    NetworkKind.THREAD: (">", "]"),
    NetworkKind.TOPIC: ("[[", "]]"),
    NetworkKind.EXCHANGE: (">", "]"),
    NetworkKind.INDEX: ("[/", "/]"),
    NetworkKind.PAGE: ("(", ")"),
    NetworkKind.RECORD: ("[/", "/]"),
    NetworkKind.SESSION: ("([", "])"),
    NetworkKind.COMMIT: ("[(", ")]"),
    NetworkKind.FILE: ("[\\", "\\]"),
    NetworkKind.SYMBOL: ("[\\", "\\]"),
    NetworkKind.UNKNOWN: ("[", "]"),
}
_CLASSES = {
    NetworkStatus.DONE: "faded",
    NetworkStatus.SUPERSEDED: "faded",
    NetworkStatus.ARCHIVED: "faded",
    NetworkStatus.RETIRED: "faded",
    NetworkStatus.LOST: "absent",
    NetworkStatus.MISSING: "absent",
}
_STYLES = {
    "faded": "stroke:#808080,color:#808080",
    "absent": "stroke:#c00000,color:#c00000,stroke-dasharray:4",
    "vision": "stroke-width:3px",
}
# Harmless inside quotes; markup, entities, directives (%%{) and the end of a string begin with other signs.
_ACTIVE = re.compile(r"[^\w ,:()/+='!?.—–…→-]|_|^[-+](?=\s)|(?<=\d)[.)](?=\s)")


def render(network: Network) -> str:
    """Return a network as a flowchart that grows upwards."""
    return "\n".join(_lines(network)) + "\n"


def _lines(network: Network) -> Iterator[str]:
    names = numbered(network)
    yield "flowchart BT"
    yield from (f"  %% {_escaped(remark)}" for remark in remarks(network))
    yield from (f"  {names[node.key]}{_node(node)}" for node in network.nodes)
    yield from (f"  {names[edge.source]} {_edge(edge)} {names[edge.target]}" for edge in network.edges)
    yield from (f"  classDef {name} {style}" for name, style in _STYLES.items())
    broken = [str(number) for number, edge in enumerate(network.edges) if edge.broken]
    if broken:
        yield f"  linkStyle {','.join(broken)} stroke:#c00000,color:#c00000"


def _node(node: NetworkNode) -> str:
    opening, closing = _SHAPES[node.kind]
    usual = "vision" if node.kind is NetworkKind.VISION else ""
    style = _CLASSES.get(node.status, usual)
    label = "<br/>".join(map(_escaped, lines(node)))
    return f'{opening}"{label}"{closing}' + (f":::{style}" if style else "")


def _edge(edge: NetworkEdge) -> str:
    label = _escaped(edge_label(edge))
    return f'-. "{label}" .->' if edge.relation is NetworkRelation.REFERENCES else f'-- "{label}" -->'


def _escaped(text: str) -> str:
    return _ACTIVE.sub(lambda found: f"#{ord(found[0])};", encodable(visible(text))) or "#32;"
