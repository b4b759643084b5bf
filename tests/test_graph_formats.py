"""Every format of `verify graph` holds every network, whatever its texts are."""

import json
import re
import shutil
import subprocess
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from reports.escaping import encodable, visible
from reports.graph import dot, graphml, mermaid
from reports.graph import json as as_json
from tests.network_samples import HOSTILE, networks
from verify.model.network import Network, NetworkEdge, NetworkKind, NetworkNode, NetworkRelation, NetworkStatus

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "graph.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

DOT_QUOTED = r'"(?:[^"\\\n]|\\["\\n])*"'
DOT_VALUE = rf"(?:{DOT_QUOTED}|[a-z]+|[0-9]+)"
DOT_ATTRIBUTES = rf"\[[a-z]+={DOT_VALUE}(?:, [a-z]+={DOT_VALUE})*\];"
DOT_NODE = re.compile(rf"  (n\d+) {DOT_ATTRIBUTES}")
DOT_EDGE = re.compile(rf"  (n\d+) -> (n\d+) {DOT_ATTRIBUTES}")

MERMAID_TEXT = r'"(?:[^"#%<>`\\\n]|#\d+;|<br/>)+"'
MERMAID_OPEN, MERMAID_CLOSE = r"(?:\[[/\\\[(]?|\([\[(]?|\{\{|>)", r"(?:[\\/\])]?\]|[\])]?\)|\}\})"
MERMAID_NODE = re.compile(rf"  (n\d+){MERMAID_OPEN}{MERMAID_TEXT}{MERMAID_CLOSE}(?::::[a-z]+)?")
MERMAID_EDGE = re.compile(rf"  (n\d+) (?:-- {MERMAID_TEXT} -->|-\. {MERMAID_TEXT} \.->) (n\d+)")
MERMAID_REST = re.compile(
    r"flowchart BT|  %% [^%{}\n]*|  classDef [a-z]+ [a-z0-9:#,-]+|  linkStyle [\d,]+ [a-z:#0-9,]+"
)


NOTHING = dict.fromkeys((0xFFFE, 0xFFFF, 0x10FFFF))


def shown(text: str) -> str:
    """What stands in a format that cannot hold controls: escapes, also for what XML refuses."""
    return re.sub("[\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):x}", visible(text))


def one_node(text: str) -> Network:
    node = NetworkNode(text or "x", text, NetworkKind.DECISION, NetworkStatus.LIVE, "memory", text, text, 3)
    edge = NetworkEdge(node.key, node.key, NetworkRelation.REFERENCES, text, broken=True)
    return Network("0.1.0", None, ("memory",), (text,), (node,), (edge,))


@given(networks())
def test_networkx_opens_graphml_with_the_same_nodes_edges_and_values(network: Network) -> None:
    read: Any = nx.read_graphml(BytesIO(graphml.render(network).encode()))
    nodes = {
        shown(node.key): {
            "id": shown(node.id),
            "kind": node.kind.value,
            "status": node.status.value,
            "title": shown(node.title),
            **({"memory": shown(node.memory)} if node.memory is not None else {}),
            **({"path": shown(node.path)} if node.path is not None else {}),
            **({"line": node.line} if node.line is not None else {}),
        }
        for node in network.nodes
    }
    assert dict(read.nodes(data=True)) == nodes
    assert list(read.nodes) == list(nodes)
    edges = [
        (shown(e.source), shown(e.target), {"relation": e.relation.value, "verb": shown(e.verb), "broken": e.broken})
        for e in network.edges
    ]
    assert read.is_directed()
    assert sorted(map(repr, read.edges(data=True))) == sorted(map(repr, edges))
    assert read.graph["tool"] == "0.1.0"
    assert read.graph.get("revision") == network.revision


@given(networks())
def test_json_obeys_its_schema_and_loses_nothing(network: Network) -> None:
    text = as_json.render(network)
    assert text.isascii()
    document = json.loads(text)
    VALIDATOR.validate(document)
    assert [(n["key"], n["title"]) for n in document["nodes"]] == [
        (encodable(n.key), encodable(n.title)) for n in network.nodes
    ]
    assert [(e["source"], e["target"], e["relation"], e["verb"] or "", e["broken"]) for e in document["edges"]] == [
        (encodable(e.source), encodable(e.target), e.relation.value, encodable(e.verb), e.broken) for e in network.edges
    ]
    assert document["incomplete"] == [encodable(reason) for reason in network.incomplete]


@given(networks())
def test_every_line_of_dot_is_a_node_or_an_edge(network: Network) -> None:
    text = dot.render(network)
    lines = [line for line in text.rstrip("\n").split("\n") if not line.startswith("// ")]
    assert (lines[0], lines[-1]) == ("digraph memory {", "}")
    body = [line for line in lines[3:-1] if not line.startswith("  { rank=sink; ")]
    nodes = [found[1] for line in body if (found := DOT_NODE.fullmatch(line))]
    edges = [found.groups() for line in body if (found := DOT_EDGE.fullmatch(line))]
    assert len(body) == len(nodes) + len(edges)
    assert nodes == [f"n{number}" for number in range(len(network.nodes))]
    assert edges == _numbered(network)


@given(networks())
def test_every_line_of_mermaid_is_a_node_or_an_edge(network: Network) -> None:
    lines = mermaid.render(network).rstrip("\n").split("\n")
    nodes = [found[1] for line in lines if (found := MERMAID_NODE.fullmatch(line))]
    edges = [(found[1], found[2]) for line in lines if (found := MERMAID_EDGE.fullmatch(line))]
    rest = [line for line in lines if MERMAID_REST.fullmatch(line)]
    assert len(lines) == len(nodes) + len(edges) + len(rest)
    assert nodes == [f"n{number}" for number in range(len(network.nodes))]
    assert edges == _numbered(network)


def _numbered(network: Network) -> list[tuple[str, str]]:
    names = {node.key: f"n{number}" for number, node in enumerate(network.nodes)}
    return [(names[edge.source], names[edge.target]) for edge in network.edges]


@pytest.mark.parametrize("text", [text for text in HOSTILE if text])
def test_mermaid_shows_the_text_as_it_is(text: str) -> None:
    label = re.search(r'n0\["(.*)"\]', mermaid.render(one_node(text)))
    assert label
    drawn = [unescape(re.sub(r"#(\d+);", r"&#\1;", line)) for line in label[1].split("<br/>")]
    # An HTML reference cannot name these two; they mean nothing.
    assert [line.translate(NOTHING) for line in drawn] == [visible(text).translate(NOTHING)] * 2


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("text", HOSTILE)
def test_graphviz_reads_dot(text: str) -> None:
    done = subprocess.run(
        ["dot", "-Tcanon"], input=dot.render(one_node(text)).encode(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("form", [dot, mermaid, graphml, as_json])
def test_no_output_acts_on_a_terminal_or_a_build_server(form: Any, text: str) -> None:
    output = form.render(one_node(text))
    output.encode("utf-8")
    assert all(visible(line) == line for line in output.split("\n"))
    assert "##[" not in output
    assert not re.search(r"^\s*::", output, re.MULTILINE)


@pytest.mark.parametrize("form", [dot, mermaid])
def test_what_is_broken_or_absent_is_red_and_visions_are_on_top(form: Any) -> None:
    nodes = (
        NetworkNode("goal", "goal", NetworkKind.VISION, NetworkStatus.LIVE),
        NetworkNode("old-goal", "old-goal", NetworkKind.UNKNOWN, NetworkStatus.MISSING),
    )
    whole = Network("0.1.0", None, ("memory",), (), nodes, ())
    edge = NetworkEdge("goal", "old-goal", NetworkRelation.SUPERSEDES)
    plain = form.render(Network("0.1.0", None, ("memory",), (), nodes[:1], ()))
    drawn = (form.render(whole), form.render(Network("0.1.0", None, (), (), nodes, (edge,))))
    broken = NetworkEdge("goal", "old-goal", NetworkRelation.SUPERSEDES, broken=True)
    reds = [text.count("#c00000") for text in (*drawn, form.render(Network("0.1.0", None, (), (), nodes, (broken,))))]
    assert reds[0] == reds[1] < reds[2]
    assert "(missing)" in drawn[0]
    assert "BT" in plain
    assert plain.count("rank=sink; n0") == (1 if form is dot else 0)
