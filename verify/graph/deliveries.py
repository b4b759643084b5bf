"""Commits and paths that sessions call delivered, and that git never had."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from verify.graph.memory_graph import MemoryGraph
from verify.graph.path_starts import path_starts
from verify.model.code import CodeHistory
from verify.model.intention import Claim, Claimed
from verify.model.session import Session

_USUAL = 4
"""Letters that the ending of a file usually has at most."""

_DEEP = 64
_LEFT = 16
"""Folders before a name, to bound what is kept of very deep paths."""

_Told = tuple[Session, Claim]


def unknown_deliveries(graph: MemoryGraph) -> Iterator[_Told]:
    """Yield each claim that names what git never had; without history, what the checked state does not have.

    Git is asked once about the claims of all sessions, and not at all where there is none in doubt.
    """
    told = [
        (session, claim)
        for session in graph.memory.sessions
        for intention in session.intentions
        for delivery in intention.delivered
        for claim in delivery.claims
    ]
    commits = [(s, claim) for s, claim in told if claim.kind is Claimed.COMMIT and not _is_known(graph, claim.name)]
    paths = [(s, claim) for s, claim in told if claim.kind is Claimed.PATH and not _exists(graph, claim.name)]
    if graph.past is None:
        yield from (*commits, *paths)
        return
    yield from _without_commit(graph.code, commits)
    yield from _without_file(graph.code, paths)


def _is_known(graph: MemoryGraph, name: str) -> bool:
    ids = graph.past.commit_ids if graph.past else ()
    at = bisect_left(ids, name)
    return at < len(ids) and ids[at].startswith(name)


def _exists(graph: MemoryGraph, path: str) -> bool:
    """Look from the root, from beside the memory and from within it."""
    return any(graph.has_file(start + path) for start in path_starts(graph.memory.path))


def _without_commit(code: CodeHistory, told: Sequence[_Told]) -> Iterator[_Told]:
    names = sorted({claim.name for _, claim in told})
    missing = dict(zip(names, code.unknown(names), strict=True)) if names else {}
    yield from (one for one in told if missing[one[1].name])


def _without_file(code: CodeHistory, told: Sequence[_Told]) -> Iterator[_Told]:
    if told:
        known = _Files(code.files_ever())
        yield from (one for one in told if known.lack(one[1].name))


class _Files:
    """The files and folders that git ever had; a log often leaves out the folders before a path."""

    def __init__(self, files: Iterable[str]) -> None:
        self._paths: set[str] = set()
        for file in files:
            path = file if file.count("/") < _DEEP else ""
            self._paths.add(file)
            while path := path.rpartition("/")[0]:
                if path in self._paths:
                    break
                self._paths.add(path)
        self._endings = {_ending(path) for path in self._paths}
        self._paths.update([short for path in self._paths for short in _shortened(path)])

    def lack(self, path: str) -> bool:
        """Whether a claimed path was never there; with an unusual ending it may be no path at all."""
        ending = _ending(path)
        doubtful = ending not in self._endings and ("/" not in path or len(ending) > _USUAL)
        return not doubtful and path not in self._paths


def _shortened(path: str) -> Iterator[str]:
    parts = path.rsplit("/", _LEFT)
    yield from ("/".join(parts[start:]) for start in range(1, len(parts)))


def _ending(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2]
