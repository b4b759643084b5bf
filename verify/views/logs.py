"""Which logs belong to a commit or tell of a fact."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from verify.graph import MemoryGraph
from verify.graph.stems import stem_of
from verify.model.location import FactId, Stem

_GONE = ("deleted", "removed")


class Logs:
    """The logs of one memory, seen from one fact."""

    def __init__(self, graph: MemoryGraph, fact: FactId) -> None:
        self._graph = graph
        self._id = fact

    def commit(self, stem: Stem) -> int:
        """Return the position of the commit that first had a log; what git does not know is newest."""
        return self._graph.history.session_commits.get(stem, len(self._graph.history.history.commits) - 1)

    def of_commit(self, at: int) -> Stem | None:
        """Return the log of a commit that names the fact, else its only log."""
        only, naming = _logs_of(self._graph, at)
        return naming.get(self._id, only)

    def origin(self, written: str | None) -> Stem | None:
        """Return the log that a footer names as origin, if it exists."""
        session = self._graph.session(stem_of(written.strip("`"))) if written else None
        return session.stem if session else None

    def farewell(self) -> str | None:
        """Return the path of the last log that says that the fact was deleted or superseded."""
        return _farewells(self._graph).get(self._id)

    def successions(self) -> Sequence[tuple[Stem, FactId | None]]:
        """Return each log that says that the fact was superseded, and by what."""
        return _successions(self._graph).get(self._id, ())


@lru_cache(maxsize=256)
def _logs_of(graph: MemoryGraph, at: int) -> tuple[Stem | None, Mapping[str, Stem]]:
    """Return the only log of a commit, if it has one, and the last of its logs that names each token."""
    changes = graph.history.descent.session_changes(at)
    stems = sorted(stem_of(change.path) for change in changes if change.new)
    known = ((stem, session) for stem in stems if (session := graph.session(stem)))
    naming = {mention.token: stem for stem, session in known for mention in session.mentions}
    return stems[0] if len(stems) == 1 else None, naming


@lru_cache(maxsize=4)
def _farewells(graph: MemoryGraph) -> Mapping[str, str]:
    """Return the path of the last log that says that something was deleted or superseded."""
    told: dict[str, str] = {}
    for session in graph.sessions:
        gone = (m.token for m in session.mentions if any(word in m.verb for word in _GONE))
        told |= dict.fromkeys((*gone, *(pair.old for pair in session.supersessions)), session.path)
    return told


@lru_cache(maxsize=4)
def _successions(graph: MemoryGraph) -> Mapping[str, Sequence[tuple[Stem, FactId | None]]]:
    told: dict[str, list[tuple[Stem, FactId | None]]] = {}
    for session in graph.sessions:
        for pair in session.supersessions:
            told.setdefault(pair.old, []).append((session.stem, FactId(pair.new) if pair.new else None))
    return told
