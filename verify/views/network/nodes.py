"""The nodes of one memory: what stands in its files, and what something points to in vain."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from verify.graph import MemoryGraph
from verify.model.facts import Checkbox, Fact, Store
from verify.model.history import Commit
from verify.model.location import FactId
from verify.model.network import NetworkKind, NetworkNode, NetworkStatus
from verify.model.report import Evidence
from verify.model.session import Session
from verify.views.network.names import Family, Name
from verify.views.titles import all_shown, authored_day, beginning, cut, shortened, shown

_RECORD = re.compile(r"adr-\d{1,6}")


class _Row(NamedTuple):
    """What stands in a file, before its texts are made fit to be shown."""

    name: Name
    kind: NetworkKind
    status: NetworkStatus
    words: str
    path: str
    line: int


class Nodes:
    """Makes the nodes of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._memory = graph.memory.path
        self._folder = shown(self._memory)
        self._lines = {document.path: document.lines for document in graph.memory.documents}

    def present(self) -> Iterator[tuple[Name, NetworkNode]]:
        """Yield what stands in the files: facts and sessions."""
        facts, sessions = self._graph.intent.facts.values(), self._graph.memory.sessions
        rows = [*map(self._fact, facts), *map(self._session, sessions)]
        texts = ([row.name.text for row in rows], [row.words for row in rows], [row.path for row in rows])
        for row, name, words, path in zip(rows, *map(all_shown, texts), strict=True):
            yield row.name, NetworkNode(name, name, row.kind, row.status, self._folder, cut(words), path, row.line)

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

    def _fact(self, fact: Fact) -> _Row:
        name, path = Name(Family.ID, self._memory, fact.id), fact.location.path
        kind = NetworkKind(self._graph.intent.kind(fact).value)
        return _Row(name, kind, _status(fact), beginning(fact, self._lines[path]), path, fact.location.line)

    def _session(self, session: Session) -> _Row:
        name = Name(Family.SESSION, self._memory, session.stem)
        status = NetworkStatus.LIVE if session.readable else NetworkStatus.UNREAD
        return _Row(name, NetworkKind.SESSION, status, "", session.path, 1)

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
