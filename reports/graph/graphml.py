"""Networks as GraphML, which networkx, Gephi and yEd open."""

import re
from collections.abc import Iterator, Mapping
from html import escape

from reports.escaping import visible, without_commands
from verify.model.network import Network, NetworkEdge, NetworkNode

_Value = str | int | bool | None
_TYPES = {str: "string", int: "int", bool: "boolean"}
_NODE = {
    "id": str,
    "kind": str,
    "status": str,
    "memory": str,
    "title": str,
    "path": str,
    "line": int,
}
_EDGE = {"relation": str, "verb": str, "broken": bool}
_GRAPH = {"tool": str, "revision": str, "incomplete": str}
_PLAIN = re.compile(r"[\w .,:/()-]*", re.ASCII)
# XML 1.0 can hold neither of these, not even as a reference; controls are escaped before.
_ILLEGAL = re.compile("[\ufffe\uffff]")


def render(network: Network) -> str:
    """Return a directed graph; a value that is not known is left out."""
    return "\n".join(_lines(network)) + "\n"


def _lines(network: Network) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for domain, attributes in (("graph", _GRAPH), ("node", _NODE), ("edge", _EDGE)):
        for name, kind in attributes.items():
            yield f'  <key id="{name}" for="{domain}" attr.name="{name}" attr.type="{_TYPES[kind]}"/>'
    yield '  <graph edgedefault="directed">'
    yield from (f"    {line}" for line in _data(_about(network)))
    yield from (f'    <node id="{_text(node.key)}">{"".join(_data(_node(node)))}</node>' for node in network.nodes)
    yield from (
        f'    <edge source="{_text(edge.source)}" target="{_text(edge.target)}">{"".join(_data(_edge(edge)))}</edge>'
        for edge in network.edges
    )
    yield "  </graph>"
    yield "</graphml>"


def _about(network: Network) -> Mapping[str, _Value]:
    return {"tool": network.tool, "revision": network.revision, "incomplete": "; ".join(network.incomplete)}


def _node(node: NetworkNode) -> Mapping[str, _Value]:
    return {
        "id": node.id,
        "kind": node.kind.value,
        "status": node.status.value,
        "memory": node.memory,
        "title": node.title,
        "path": node.path,
        "line": node.line,
    }


def _edge(edge: NetworkEdge) -> Mapping[str, _Value]:
    return {"relation": edge.relation.value, "verb": edge.verb, "broken": edge.broken}


def _data(values: Mapping[str, _Value]) -> Iterator[str]:
    for name, value in values.items():
        if value is not None:
            text = str(value).lower() if isinstance(value, bool) else _text(str(value))
            yield f'<data key="{name}">{text}</data>'


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    plain = _ILLEGAL.sub(lambda found: f"\\u{ord(found[0]):x}", visible(text))
    return without_commands(escape(plain), "&#35;")
