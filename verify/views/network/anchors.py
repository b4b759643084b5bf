"""Files and symbols in which facts are anchored."""

from collections.abc import Iterator

from verify.graph import Anchored, MemoryGraph
from verify.model.anchor import Standing
from verify.model.network import NetworkKind, NetworkNode, NetworkRelation, NetworkStatus
from verify.views.network.names import Family, Name, Pointer
from verify.views.network.records import Records
from verify.views.titles import shown

_STATUSES = {Standing.FOUND: NetworkStatus.LIVE, Standing.UNKNOWN: NetworkStatus.UNREAD}


class Anchors:
    """The anchors of one memory."""

    def __init__(self, graph: MemoryGraph, records: Records) -> None:
        self._memory = graph.memory.path
        self._all = graph.anchors.all
        self._id = records.name

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield a node for each file or symbol, found or not."""
        for anchored in self._all:
            yield self._name(anchored), self._node(anchored)

    def pointers(self) -> Iterator[Pointer]:
        """Yield where facts are anchored."""
        for anchored in self._all:
            source, broken = self._id(anchored.fact.id), anchored.sighting.standing not in _STATUSES
            yield Pointer(source, self._name(anchored), NetworkRelation.ANCHORS, broken=broken)

    def _name(self, anchored: Anchored) -> Name:
        return Name(Family.PLACE, self._memory, str(anchored.anchor))

    def _node(self, anchored: Anchored) -> NetworkNode:
        name, sighting = shown(str(anchored.anchor)), anchored.sighting
        found = sighting.standing is Standing.FOUND
        return NetworkNode(
            key=name,
            id=name,
            kind=NetworkKind.SYMBOL if anchored.anchor.symbol else NetworkKind.FILE,
            status=_STATUSES.get(sighting.standing, NetworkStatus.MISSING),
            memory=shown(self._memory),
            path=shown(sighting.path) if found else None,
            line=sighting.line if found else None,
        )
