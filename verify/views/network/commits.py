"""The commits that a log or a trailer ties to the memory."""

from collections.abc import Iterator

from verify.graph import MemoryGraph, Past
from verify.model.network import NetworkNode, NetworkRelation
from verify.model.report import Evidence
from verify.views.network.names import Family, Name, Pointer
from verify.views.network.nodes import commit_node
from verify.views.network.records import Records

_RELATIONS = {
    "serves": NetworkRelation.SERVES,
    "realizes": NetworkRelation.REALIZES,
    "decision": NetworkRelation.DECIDES,
}


class Commits:
    """Nodes and pointers of the commits of one memory; none without history."""

    def __init__(self, graph: MemoryGraph, records: Records) -> None:
        self._graph = graph
        self._memory = graph.memory.path
        self._tied = [*_tied(graph, graph.past, records)] if graph.past else []

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield each commit once."""
        for at in sorted({at for at, _ in self._tied}):
            name = self._name(at)
            yield name, commit_node(name, self._graph.history.commit(at))

    def pointers(self) -> Iterator[Pointer]:
        """Yield what commits record, serve, realize and decide."""
        for at, (relation, target, broken) in self._tied:
            yield Pointer(self._name(at), target, relation, broken=broken)

    def _name(self, at: int) -> Name:
        return Name(Family.COMMIT, "", self._graph.history.commit_of(at) or "")


def _tied(graph: MemoryGraph, past: Past, records: Records) -> Iterator[tuple[int, tuple[NetworkRelation, Name, bool]]]:
    memory = graph.memory.path
    for stem, at in past.session_commits.items():
        if past.commit_of(at) and graph.session(stem):
            yield at, (NetworkRelation.RECORDS, Name(Family.SESSION, memory, stem), False)
    for claimed in past.claims:
        claim = claimed.claim
        known = claimed.facts or claim.names_record or graph.is_entry(claim.target)
        broken = not known and Evidence.FACTS not in graph.incomplete
        yield claim.at, (_RELATIONS[claim.key], records.name(claim.target), broken)
