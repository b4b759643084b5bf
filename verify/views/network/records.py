"""Decision records: what they are called, what they formalize and supersede."""

from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.model.facts import Relation
from verify.model.network import NetworkKind, NetworkNode, NetworkRelation, NetworkStatus
from verify.model.record import Record, Supersession
from verify.model.report import Evidence
from verify.views.network.names import Family, Name, Pointer
from verify.views.titles import shortened, shown


class Records:
    """The decision records of one memory. An id that is also a fact's means the fact."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._memory = graph.memory.path
        aliases = ((alias, record.id) for record in reversed(graph.records.all) for alias in record.ids)
        self._ids = {alias: name for alias, name in aliases if alias not in graph.by_id}

    def name(self, text: str) -> Name:
        """Return the name of what has an id; a record answers to several."""
        return Name(Family.ID, self._memory, self._ids.get(text, text))

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield a node for each id; where several records have it, for the first."""
        for record in reversed(self._graph.records.all):
            if record.id not in self._graph.by_id:
                yield self.name(record.id), self._node(record)

    def pointers(self) -> Iterator[Pointer]:
        """Yield what records formalize and supersede."""
        for record, link in self._graph.records.formalizing():
            known = self._graph.is_id(link.target) or self._graph.was_id(link.target)
            broken = not known and not self._graph.incomplete.keys() & {Evidence.FACTS, Evidence.HISTORY}
            yield Pointer(self.name(record.id), self.name(link.target), NetworkRelation.FORMALIZES, broken=broken)
        for record in self._graph.records.all:
            for claim in record.supersessions:
                yield self._succession(record, claim)

    def _succession(self, record: Record, claim: Supersession) -> Pointer:
        target = claim.target
        others = self._graph.records.named(record, target)
        number = f"adr-{target.number:04d}" if target.number is not None else target.written
        broken = not others and Evidence.RECORDS not in self._graph.incomplete
        ends = self.name(record.id), self.name(others[0].id if others else number)
        source, end = reversed(ends) if claim.relation is Relation.SUPERSEDED_BY else ends
        return Pointer(source, end, NetworkRelation.SUPERSEDES, broken=broken)

    def _node(self, record: Record) -> NetworkNode:
        name = shown(record.id)
        return NetworkNode(
            key=name,
            id=name,
            kind=NetworkKind.RECORD,
            status=_status(record),
            memory=shown(self._memory),
            title=shortened(record.title),
            path=shown(record.path),
            line=record.location.line,
        )


def _status(record: Record) -> NetworkStatus:
    if not record.retired:
        return NetworkStatus.LIVE
    superseded = record.status is not None and record.status.words.startswith("superseded")
    return NetworkStatus.SUPERSEDED if superseded else NetworkStatus.RETIRED
