"""Claims about numbers and commits."""

from bisect import bisect_left
from collections.abc import Callable, Iterable

from verify.errors import GitError
from verify.graph import MemoryGraph, Standings, holds
from verify.model.critique import Claim, Ruled
from verify.model.facts import NodeKind
from verify.model.location import CommitId
from verify.model.report import Evidence, Report, Severity
from verify.model.snapshot import Source
from verify.views.critique import rulings

_SHORTEST = 7
_SEVERITIES = {severity.label: severity for severity in Severity}


class Commits:
    """What git knows of the commits that are named: one question for all of them."""

    def __init__(self, graph: MemoryGraph, names: Iterable[str]) -> None:
        self.known = graph.past.commit_ids if graph.past else ()
        asked = sorted(name for name in names if self.full(name) is None)
        self.unreadable = ""
        self._missing: dict[str, bool] = {}
        try:
            self._missing = dict(zip(asked, graph.code.unknown(asked), strict=True)) if asked and graph.past else {}
        except GitError as error:
            self.unreadable = str(error)

    def full(self, name: str) -> CommitId | None:
        """Return the commit of the history whose id begins so."""
        at = bisect_left(self.known, name)
        return self.known[at] if at < len(self.known) and self.known[at].startswith(name) else None

    def missing(self, name: str) -> bool:
        """Whether the repository has nothing of this name."""
        return self._missing.get(name, False)


def commit(graph: MemoryGraph, claim: Claim, commits: Commits) -> Ruled:
    """Rule on the claim that a commit exists; one that is only named may be of another repository."""
    found = commits.full(claim.subject)
    if found and len(claim.subject) >= _SHORTEST:
        return rulings.holds(claim, "the history of the memory has it", Source(commit=found))
    reason = _doubtful(graph, claim, commits)
    if not reason and claim.said:
        return rulings.contradicted(claim, f"this repository has no commit {claim.subject}")
    return rulings.unchecked(
        claim, reason or f"this repository has no commit {claim.subject}; another one may be meant"
    )


def _doubtful(graph: MemoryGraph, claim: Claim, commits: Commits) -> str:
    """Return why nobody can tell whether a commit is missing; empty if it surely is."""
    if graph.past is None:
        return f"there is no history: {graph.incomplete[Evidence.HISTORY]}"
    if len(claim.subject) < _SHORTEST:
        return f"{claim.subject} is too short to name a commit for sure"
    known = f"{claim.subject} is known to git, but is no commit before the state that is told of"
    return commits.unreadable or ("" if commits.missing(claim.subject) else known)


def count(graph: MemoryGraph, report: Callable[[], Report], claim: Claim) -> Ruled:
    """Rule on a number of facts, logs, commits or findings; a word that is used in two ways allows both."""
    noun = claim.subject.removesuffix(" in force").removesuffix("s")
    if noun in _SEVERITIES:
        number = report().count(_SEVERITIES[noun])
        return _compared(claim, number, number)
    missing = graph.incomplete.get(_RESTS_ON.get(noun, Evidence.FACTS))
    if missing:
        return rulings.unchecked(claim, missing)
    fewest, most = _COUNTS[noun](graph)
    return _compared(claim, fewest, most, Source(graph.memory.path))


def _compared(claim: Claim, fewest: int, most: int, *evidence: Source) -> Ruled:
    number = int(claim.said)
    counted = f"{fewest} {_noun(claim.subject, fewest)}"
    told = counted if fewest == most else f"{fewest} to {most} {_noun(claim.subject, most)}, as one counts"
    if fewest <= number <= most:
        return rulings.holds(claim, told, *evidence)
    return rulings.contradicted(claim, told, *evidence)


def _noun(subject: str, number: int) -> str:
    """Return what is counted, in the singular or plural that goes with the number."""
    tail = " in force" if subject.endswith(" in force") else ""
    one = subject.removesuffix(tail).removesuffix("s")
    return f"{one}{tail}" if number == 1 else f"{one}s{tail}"


def _live(graph: MemoryGraph) -> tuple[int, int]:
    visions = sum(1 for fact in graph.live if fact.kind is NodeKind.VISION)
    return len(graph.live) - visions, len(graph.live)


def _decisions(graph: MemoryGraph) -> tuple[int, int]:
    strict = [fact for fact in graph.live if fact.kind is NodeKind.DECISION]
    wide = {NodeKind.DECISION, NodeKind.INVARIANT, NodeKind.CONVENTION}
    return sum(map(holds, strict)), sum(1 for fact in graph.live if fact.kind in wide)


def _invariants(graph: MemoryGraph) -> tuple[int, int]:
    return len(graph.invariants), sum(1 for fact in graph.live if fact.kind is NodeKind.INVARIANT)


def _sessions(graph: MemoryGraph) -> tuple[int, int]:
    return len(graph.sessions), len(graph.memory.sessions)


def _commits(graph: MemoryGraph) -> tuple[int, int]:
    number = len(graph.history.commit_ids)
    return number, number


_COUNTS: dict[str, Callable[[MemoryGraph], tuple[int, int]]] = {
    "live fact": _live,
    "archived fact": lambda graph: (len(graph.archived), len(graph.archived)),
    "session": _sessions,
    "commit": _commits,
    "decision": _decisions,
    "invariant": _invariants,
    "open thread": lambda graph: Standings(graph).open_count,
}
_RESTS_ON = {"session": Evidence.SESSIONS, "commit": Evidence.HISTORY}
