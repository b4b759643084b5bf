"""Which logs belong to a commit or tell of a fact."""

from verify.graph import MemoryGraph
from verify.graph.stems import stem_of
from verify.model.location import FactId, Stem
from verify.model.session import Session

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
        changes = self._graph.history.descent.session_changes(at)
        stems = sorted(stem_of(change.path) for change in changes if change.new)
        naming = [stem for stem in stems if (session := self._graph.session(stem)) and self._names(session)]
        return naming[-1] if naming else stems[0] if len(stems) == 1 else None

    def _names(self, session: Session) -> bool:
        return any(mention.token == self._id for mention in session.mentions)

    def origin(self, written: str | None) -> Stem | None:
        """Return the log that a footer names as origin, if it exists."""
        session = self._graph.session(stem_of(written.strip("`"))) if written else None
        return session.stem if session else None

    def farewell(self) -> str | None:
        """Return the path of the last log that says that the fact was deleted or superseded."""
        told = [session.path for session in self._graph.sessions if self._says_gone(session)]
        return told[-1] if told else None

    def _says_gone(self, session: Session) -> bool:
        said = any(m.token == self._id and any(word in m.verb for word in _GONE) for m in session.mentions)
        return said or any(pair.old == self._id for pair in session.supersessions)

    def successions(self) -> list[tuple[Stem, FactId | None]]:
        """Return each log that says that the fact was superseded, and by what."""
        pairs = ((s.stem, pair) for s in self._graph.sessions for pair in s.supersessions)
        return [(stem, FactId(pair.new) if pair.new else None) for stem, pair in pairs if pair.old == self._id]
