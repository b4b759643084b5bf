"""Networks in the language of Graphviz: visions on top, kinds by shape, broken pointers red."""

from collections.abc import Iterator

from reports.escaping import inert, visible, without_commands
from reports.graph.words import edge_label, lines, numbered, remarks
from verify.model.network import Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation, NetworkStatus

_SHAPES = {
    NetworkKind.VISION: "house",
    NetworkKind.BLUEPRINT: "component",
    NetworkKind.DECISION: "box",
    NetworkKind.CONVENTION: "hexagon",
    NetworkKind.INVARIANT: "octagon",
    NetworkKind.FACT: "note",
    NetworkKind.THREAD: "tab",
    NetworkKind.TOPIC: "trapezium",
    NetworkKind.EXCHANGE: "underline",
    NetworkKind.INDEX: "folder",
    NetworkKind.PAGE: "note",
    NetworkKind.RECORD: "folder",
    NetworkKind.SESSION: "ellipse",
    NetworkKind.COMMIT: "cylinder",
    NetworkKind.FILE: "cds",
    NetworkKind.SYMBOL: "cds",
    NetworkKind.UNKNOWN: "plaintext",
}
_FADED = {NetworkStatus.ARCHIVED, NetworkStatus.SUPERSEDED, NetworkStatus.DONE, NetworkStatus.RETIRED}
_RED, _GREY = "#c00000", "#808080"
# A log that references a fact stands below it; pointing back, it must not be pulled above.
_UNRANKED = {NetworkRelation.ORIGIN, NetworkRelation.SUPERSEDES}


def render(network: Network) -> str:
    """Return a network as a directed graph."""
    return "\n".join(_lines(network)) + "\n"


def _lines(network: Network) -> Iterator[str]:
    names = numbered(network)
    yield from (inert(f"// {remark}") for remark in remarks(network))
    yield "digraph memory {"
    yield '  charset="UTF-8"; rankdir=BT;'
    yield '  node [fontname="sans-serif", fontsize=11]; edge [fontname="sans-serif", fontsize=9];'
    yield from (f"  {names[node.key]} [{_node(node)}];" for node in network.nodes)
    visions = [names[node.key] for node in network.nodes if node.kind is NetworkKind.VISION]
    if visions:
        yield f"  {{ rank=sink; {'; '.join(visions)}; }}"
    yield from (f"  {names[edge.source]} -> {names[edge.target]} [{_edge(edge)}];" for edge in network.edges)
    yield "}"


def _node(node: NetworkNode) -> str:
    label = "\\n".join(map(_escaped, lines(node)))
    parts = [f'label="{label}"', f"shape={_SHAPES[node.kind]}"]
    if node.path is not None:
        parts.append(f'tooltip="{_escaped(f"{node.path}:{node.line}" if node.line else node.path)}"')
    if node.status.absent:
        parts.append(f'style=dashed, color="{_RED}", fontcolor="{_RED}"')
    elif node.status in _FADED:
        parts.append(f'color="{_GREY}", fontcolor="{_GREY}"')
    return ", ".join(parts)


def _edge(edge: NetworkEdge) -> str:
    parts = [f'label="{_escaped(edge_label(edge))}"']
    if edge.relation is NetworkRelation.REFERENCES:
        parts.append("style=dotted")
    if edge.relation in _UNRANKED:
        parts.append("constraint=false")
    if edge.broken:
        parts.append(f'color="{_RED}", fontcolor="{_RED}"')
    return ", ".join(parts)


def _escaped(text: str) -> str:
    """Return the inside of a quoted string; in labels Graphviz also reads entities and backslashes."""
    quoted = visible(text).replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    return without_commands(quoted, "&#35;")
