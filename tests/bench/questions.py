"""Asks a large graph its questions: ``python -m tests.bench.questions NODES`` prints the figures as JSON."""

import gc
import json
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time

from tests.bench.large_graph import large_graph, name
from verify.graph import MemoryGraph
from verify.model.facts import Relation
from verify.model.network import Around, Network
from verify.views.network import named, neighbourhood, network

_KIBI = 1024
_DEPTH = 3


class Questions:
    """The questions in the order in which they are asked; each answers how many things it found."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._network: Network | None = None

    def all(self) -> dict[str, Callable[[], int]]:
        """Return every question by what it is called."""
        return {
            "ids and their uses": self.uses,
            "what reaches a vision": self.reaching,
            "climbs that break": self.climbs,
            "circles, one relation": self.circles,
            "edges of the network": self.build,
            f"nodes {_DEPTH} steps around an id": self.around,
            "lines of GraphML": self.graphml,
        }

    def uses(self) -> int:
        return sum(self._graph.usage.uses(fact.id) for fact in self._graph.facts)

    def reaching(self) -> int:
        reach = self._graph.intent.reach
        facts = sum(reach.fact(fact) for fact in self._graph.intent.facts)
        return facts + sum(reach.session(session.stem) for session in self._graph.sessions)

    def climbs(self) -> int:
        return sum(1 for _ in self._graph.intent.broken_climbs)

    def circles(self) -> int:
        return len(self._graph.cycles(Relation.SERVES))

    def build(self) -> int:
        self._network = network("bench", None, [self._graph])
        return len(self._network.edges)

    def around(self) -> int:
        whole = self._whole()
        return len(neighbourhood(whole, named(whole, name(0)), Around(name(0), _DEPTH)).nodes)

    def graphml(self) -> int:
        from reports.graph.graphml import render  # noqa: PLC0415

        return render(self._whole()).count("\n")

    def _whole(self) -> Network:
        if self._network is None:
            self.build()
        assert self._network
        return self._network


def figures(nodes: int) -> list[dict[str, object]]:
    """Ask every question once; the peak is that of the whole process while it was answered."""
    questions = Questions(large_graph(nodes)).all()
    return [_figure(title, question) for title, question in questions.items()]


def _figure(title: str, question: Callable[[], int]) -> dict[str, object]:
    _forget_peak()
    before = process_time()
    answer = question()
    return {"question": title, "answer": answer, "seconds": process_time() - before, "peak_bytes": _peak()}


def _forget_peak() -> None:
    # Only Linux can; elsewhere the peak is that of all questions so far.
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _peak() -> int:
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        line = next(line for line in status.split("\n") if line.startswith("VmHWM:"))
        return int(line.split()[1]) * _KIBI
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBI


if __name__ == "__main__":
    # As the command line does.
    gc.disable()
    json.dump(figures(int(sys.argv[1])), sys.stdout)
