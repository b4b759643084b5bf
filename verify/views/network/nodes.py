"""The nodes of one memory: what stands in its files, and what something points to in vain."""

import re
from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.model.facts import Checkbox, Fact, Store
from verify.model.history import Commit
from verify.model.location import FactId
from verify.model.network import NetworkKind, NetworkNode, NetworkStatus
from verify.model.report import Evidence
from verify.model.session import Session
from verify.views.network.names import Family, Name
from verify.views.titles import authored_day, shortened, shown, title

_RECORD = re.compile(r"adr-\d{1,6}")


class Nodes:
    """Makes the nodes of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._memory = graph.memory.path
        self._folder = shown(self._memory)
        self._lines = {document.path: document.lines for document in graph.memory.documents}

    def present(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield what stands in the files: facts and sessions."""
        facts = self._graph.intent.facts
        for fact in facts.values():
            yield Name(Family.ID, self._memory, fact.id), self._fact(fact)
        for session in self._graph.memory.sessions:
            yield Name(Family.SESSION, self._memory, session.stem), self._session(session)

    def absent(self, name: Name) -> NetworkNode:
        """Return a node for what something points to, and no file has."""
        if name.family is Family.SESSION:
            return self._node(name.text, NetworkKind.SESSION, self._lack(Evidence.SESSIONS))
        if entry := self._graph.entry(name.text):
            status = NetworkStatus.SUPERSEDED if entry.ended else NetworkStatus.LIVE
            words, place = shortened(entry.entry.text or ""), (entry.path, entry.entry.line)
            return self._node(name.text, NetworkKind.DECISION, status, words, place)
        once = self._graph.past.last_live.get(FactId(name.text)) if self._graph.past else None
        unknown = NetworkKind.RECORD if _RECORD.fullmatch(name.text) else NetworkKind.UNKNOWN
        lost = self._graph.was_id(name.text)
        status = NetworkStatus.LOST if lost else self._lack(Evidence.FACTS)
        return self._node(name.text, NetworkKind(once.value) if once else unknown, status)

    def _lack(self, evidence: Evidence) -> NetworkStatus:
        return NetworkStatus.UNREAD if evidence in self._graph.incomplete else NetworkStatus.MISSING

    def _fact(self, fact: Fact) -> NetworkNode:
        kind = NetworkKind(self._graph.intent.kind(fact).value)
        words = title(fact, self._lines[fact.location.path])
        return self._node(fact.id, kind, _status(fact), words, (fact.location.path, fact.location.line))

    def _session(self, session: Session) -> NetworkNode:
        status = NetworkStatus.LIVE if session.readable else NetworkStatus.UNREAD
        return self._node(session.stem, NetworkKind.SESSION, status, place=(session.path, 1))

    def _node(
        self,
        text: str,
        kind: NetworkKind,
        status: NetworkStatus,
        words: str = "",
        place: tuple[str, int] | None = None,
    ) -> NetworkNode:
        path, line = (shown(place[0]), place[1]) if place else (None, None)
        name = shown(text)
        return NetworkNode(name, name, kind, status, self._folder, words, path, line)


def commit_node(name: Name, commit: Commit) -> NetworkNode:
    """Return the node of a commit, with the author's day (UTC) and the subject."""
    words = shortened(f"{authored_day(commit)} {commit.subject}")
    return NetworkNode(name.text, name.text, NetworkKind.COMMIT, NetworkStatus.LIVE, title=words)


def _status(fact: Fact) -> NetworkStatus:
    if fact.superseded:
        return NetworkStatus.SUPERSEDED
    if fact.store is Store.ARCHIVE:
        return NetworkStatus.ARCHIVED
    return NetworkStatus.DONE if fact.checkbox is Checkbox.DONE else NetworkStatus.LIVE
