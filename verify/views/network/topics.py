"""Topics, their decisions, and, where they are wanted, their exchanges."""

from collections.abc import Iterator

from verify.graph.topics import Place, TopicsGraph
from verify.model.network import NetworkKind, NetworkNode, NetworkRelation, NetworkStatus
from verify.model.report import Evidence
from verify.model.topics import Decision
from verify.views.network.names import Family, Name, Pointer
from verify.views.titles import shortened, shown

_STATUSES = {"closed": NetworkStatus.DONE, "archived": NetworkStatus.ARCHIVED}


class Topics:
    """Nodes and pointers of one workspace. Of two decisions with one id the first makes the node."""

    def __init__(self, graph: TopicsGraph, *, exchanges: bool) -> None:
        self._graph = graph
        self.memory = graph.workspace.root or "."
        self._with_exchanges = exchanges
        listed = graph.by_id if graph.workspace.index else {}
        self._topics = list(dict.fromkeys((*listed, *graph.states)))
        self._known = Evidence.TOPIC_STATES not in graph.incomplete

    def nodes(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield a node for each topic, decision and wanted exchange."""
        for topic in self._topics:
            yield self._name(topic), self._topic(topic)
        for name, decisions in self._graph.decisions.by_id.items():
            yield self._name(name), self._decision(decisions[0])
        for _, place in self._exchanges():
            yield self._place(place), self._exchange(place)

    def pointers(self) -> Iterator[Pointer]:
        """Yield what topics own, what decisions rest on, and what took their place."""
        for decision in self._graph.decisions.all:
            name = self._name(decision.id)
            yield Pointer(self._name(decision.topic), name, NetworkRelation.OWNS)
            if above := self._graph.decisions.depends_on(decision):
                yield Pointer(name, self._name(above), NetworkRelation.DEPENDS_ON, broken=self._lacks(above))
            if after := decision.superseded_by:
                yield Pointer(self._name(after), name, NetworkRelation.SUPERSEDES, broken=self._lacks(after))
        for topic, place in self._exchanges():
            yield Pointer(self._name(topic), self._place(place), NetworkRelation.OWNS)

    def absent(self, name: Name) -> NetworkNode:
        """Return a node for a decision that no state has."""
        past = self._graph.past
        status = NetworkStatus.MISSING if self._known else NetworkStatus.UNREAD
        if past and name.text in past.decisions:
            status = NetworkStatus.LOST
        return self._node(name.text, NetworkKind.DECISION, status)

    def _lacks(self, decision: str) -> bool:
        return self._known and decision not in self._graph.decisions.by_id

    def _exchanges(self) -> Iterator[tuple[str, Place]]:
        for topic in self._topics if self._with_exchanges else ():
            yield from ((topic, place) for place in self._graph.exchanges.places(topic))

    def _name(self, text: str) -> Name:
        return Name(Family.ID, self.memory, text)

    def _place(self, place: Place) -> Name:
        return Name(Family.PLACE, self.memory, f"{place.conversation.path}:{place.exchange.line}")

    def _topic(self, topic: str) -> NetworkNode:
        entry = self._graph.by_id.get(topic) if self._graph.workspace.index else None
        state = self._graph.states.get(topic)
        count = sum(1 for _ in self._graph.exchanges.places(topic)) if self._graph.workspace.index else 0
        title = (entry and entry.title) or (state and state.title) or ""
        words = f"{title} ({count} {'exchange' if count == 1 else 'exchanges'})".strip()
        status = _STATUSES.get((entry and entry.status) or "", NetworkStatus.LIVE)
        place = (entry.location.path, entry.location.line) if entry else (state.path, 1) if state else None
        return self._node(topic, NetworkKind.TOPIC, status, words, place)

    def _decision(self, decision: Decision) -> NetworkNode:
        status = NetworkStatus.LIVE if decision.in_force else NetworkStatus.SUPERSEDED
        place = (decision.location.path, decision.location.line)
        return self._node(decision.id, NetworkKind.DECISION, status, decision.text or "", place)

    def _exchange(self, place: Place) -> NetworkNode:
        at, said = (place.conversation.path, place.exchange.line), f"{place.exchange.role}: {place.exchange.text or ''}"
        return self._node(f"{at[0]}:{at[1]}", NetworkKind.EXCHANGE, NetworkStatus.LIVE, said, at)

    def _node(
        self, text: str, kind: NetworkKind, status: NetworkStatus, words: str = "", place: tuple[str, int] | None = None
    ) -> NetworkNode:
        name, memory = shown(text), shown(self.memory)
        path, line = (shown(place[0]), place[1]) if place else (None, None)
        return NetworkNode(name, name, kind, status, memory, shortened(words), path, line)
