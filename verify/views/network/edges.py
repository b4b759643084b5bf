"""What points where in one memory."""

import re
from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.graph.usage import is_use
from verify.model.facts import Fact, Link, Relation
from verify.model.network import NetworkRelation
from verify.model.report import Evidence
from verify.model.session import Session
from verify.views.network.names import Family, Name, Pointer
from verify.views.network.places import Places
from verify.views.network.records import Records

_ID_SHAPE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")


class Edges:
    """Finds the pointers of one memory: of its footers and items, and of its logs."""

    def __init__(self, graph: MemoryGraph, places: Places, records: Records) -> None:
        self._graph = graph
        self._places = places
        self._id = records.name
        self._facts_known = Evidence.FACTS not in graph.incomplete
        self._never_known = self._facts_known and graph.past is not None
        self._sessions_known = Evidence.SESSIONS not in graph.incomplete

    def all(self) -> Iterator[Pointer]:
        """Yield every pointer; one that is written twice comes twice."""
        for link in self._graph.links:
            yield self._link(link)
        for fact in self._graph.facts:
            yield from self._origin(fact)
        for session in self._graph.memory.sessions:
            yield from self._references(session)
            yield from self._successions(session)

    def _session(self, stem: str) -> Name:
        return Name(Family.SESSION, self._graph.memory.path, stem)

    def _link(self, link: Link) -> Pointer:
        source = self._id(link.source) if link.source else self._places.name(link)
        target = self._id(link.target)
        broken = self._facts_known and not self._graph.is_id(link.target)
        if link.relation is Relation.SUPERSEDED_BY:
            return Pointer(target, source, NetworkRelation.SUPERSEDES, broken=broken)
        return Pointer(source, target, NetworkRelation(link.relation.value), broken=broken)

    def _origin(self, fact: Fact) -> Iterator[Pointer]:
        stem = fact.origin
        if stem and not fact.from_outside:
            broken = self._sessions_known and self._graph.session(stem) is None
            yield Pointer(self._id(fact.id), self._session(stem), NetworkRelation.ORIGIN, broken=broken)

    def _references(self, session: Session) -> Iterator[Pointer]:
        source, relation = self._session(session.stem), NetworkRelation.REFERENCES
        for mention in session.mentions:
            token = mention.token
            if (is_use(mention) or mention.replaced) and self._is_known(token):
                yield Pointer(source, self._id(token), relation, mention.verb)
            elif mention.listed and self._graph.session(token):
                yield Pointer(source, self._session(token), relation, mention.verb)
            elif mention.listed and _ID_SHAPE.fullmatch(token):
                yield Pointer(source, self._id(token), relation, mention.verb, self._never_known)

    def _is_known(self, text: str) -> bool:
        return self._graph.is_id(text) or self._graph.was_id(text)

    def _successions(self, session: Session) -> Iterator[Pointer]:
        for pair in session.supersessions:
            if pair.new and self._is_known(pair.old) and self._is_known(pair.new):
                yield Pointer(self._id(pair.new), self._id(pair.old), NetworkRelation.SUPERSEDES)
