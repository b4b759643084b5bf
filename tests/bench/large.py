"""The questions to a large graph, at two sizes, each in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.large_graph import EDGES_PER_NODE

_ROOT = Path(__file__).parents[2]
_MEBI = 1024 * 1024
_LINE = "{:<34}{:>11}{:>9}{:>10}{:>8}{:>8}"
_TITLES = ("question", "answer", "CPU s", "peak MiB", "growth", "linear")
_STEP = 10


@dataclass(frozen=True, slots=True)
class Question:
    """One question to one graph: how many things it found, and what that cost."""

    question: str
    answer: int
    seconds: float
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class LargeGraph:
    """A graph and its questions."""

    nodes: int
    edges: int
    questions: tuple[Question, ...]


def large_graphs(nodes: int) -> Iterator[LargeGraph]:
    """Yield a graph a tenth as large and one with so many nodes; nothing if that is 0."""
    for size in (nodes // _STEP, nodes) if nodes else ():
        sys.stderr.write(f"measuring a graph of {size:,} nodes ...\n")
        command = [sys.executable, "-m", "tests.bench.questions", str(size)]
        done = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, check=True)
        found = tuple(Question(**figures) for figures in json.loads(done.stdout))
        yield LargeGraph(size, size * EDGES_PER_NODE, found)


def render_graphs(graphs: Sequence[LargeGraph]) -> str:
    """Return a table for each graph."""
    return "".join(_table(graph, graphs[:at]) for at, graph in enumerate(graphs))


def _table(graph: LargeGraph, smaller: Sequence[LargeGraph]) -> str:
    before = {known.question: known.seconds for known in smaller[-1].questions} if smaller else {}
    linear = f"{graph.nodes / smaller[-1].nodes:.1f}" if smaller else ""
    rows = [
        _LINE.format(
            known.question,
            f"{known.answer:,}",
            f"{known.seconds:.3f}",
            f"{known.peak_bytes / _MEBI:.1f}",
            f"{known.seconds / before[known.question]:.1f}" if before.get(known.question) else "",
            linear,
        )
        for known in graph.questions
    ]
    head = f"graph of {graph.nodes:,} nodes and {graph.edges:,} edges, in memory"
    return "\n".join(["", head, "", _LINE.format(*_TITLES), *(row.rstrip() for row in rows)]) + "\n"
