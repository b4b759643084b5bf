"""What a snapshot is for: from which commit its changes are told."""

from verify.graph import MemoryGraph
from verify.model.location import CommitId, Day
from verify.model.session import Session
from verify.model.snapshot import Aim, Cited, Mode, Since, Words
from verify.views.snapshot.turns import changed_ids, recent
from verify.views.titles import authored_day


def aim(graph: MemoryGraph, mode: Mode, asked: Since | None) -> Aim:
    """Return what a snapshot is for; where no commit is asked for, the memory itself names one."""
    past = graph.past
    since = asked or _usual(graph, mode)
    if past is None or since is None:
        return Aim(mode, None)
    positions = recent(past, since.commit)
    return Aim(mode, since, positions, changed_ids(past, positions))


def _usual(graph: MemoryGraph, mode: Mode) -> Since | None:
    """Take the last review at a milestone, the session before the last one otherwise; else the first commit."""
    if graph.past is None:
        return None
    session = _reviewed(graph) if mode is Mode.MILESTONE else _last_but_one(graph)
    commit = graph.past.commit_of(graph.past.session_commits.get(session.stem, 0)) if session else None
    if session and commit:
        why = "the last review went through " if mode is Mode.MILESTONE else "the session before the last one was "
        return _since(graph, commit, (why, Cited(session.stem)))
    first = graph.past.commit_of(graph.past.first_commit or 0) if graph.past.history.commits else None
    return _since(graph, first, ("the memory began there, and names no later mark",)) if first else None


def _reviewed(graph: MemoryGraph) -> Session | None:
    pointer = graph.pointer("last_review")
    covered = [s for s in graph.sessions if pointer and pointer.covers(s.day, s.stem)]
    return covered[-1] if covered else None


def _last_but_one(graph: MemoryGraph) -> Session | None:
    return graph.sessions[-2] if len(graph.sessions) > 1 else None


def _since(graph: MemoryGraph, commit: CommitId, why: Words) -> Since:
    return Since(commit, day_of(graph, commit), why)


def day_of(graph: MemoryGraph, commit: CommitId) -> Day | None:
    """Return the author's day of a commit of the history."""
    commits = graph.past.history.commits if graph.past else ()
    found = next((one for one in commits if one.id == commit), None)
    return Day(authored_day(found)) if found else None
