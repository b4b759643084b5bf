"""Which decisions changed since the newest seal without a record."""

from collections.abc import Collection, Iterator

from verify.graph.judgement import LASTING
from verify.graph.memory_graph import MemoryGraph
from verify.graph.past import Past
from verify.graph.unsealed import Unsealed, Way
from verify.model.facts import Fact, NodeKind
from verify.model.history import Judgement
from verify.model.seal import SealedStore

_DECIDING = LASTING | {NodeKind.DECISION, NodeKind.CONVENTION, NodeKind.BLUEPRINT}


def unrecorded(graph: MemoryGraph, changed: Collection[Unsealed], store: SealedStore) -> list[str]:
    """Return the ids, sorted, of the changed decisions of which no log tells why, as decision-drift sees it.

    Without history nobody knows what a decision said before; then each that changed must stand in a log
    that came or changed since the seal.
    """
    names = {one.subject for one in changed if one.way not in {Way.INSERTED, Way.REMOVED}}
    found = _drifted(graph, graph.past, store.manifest.path) if graph.past else _unnamed(graph, store)
    return sorted(names & {*found})


def _drifted(graph: MemoryGraph, past: Past, manifest: str) -> Iterator[str]:
    sealed = _sealed_at(past, manifest)
    for judged in past.unexplained(Judgement.DRIFT, Judgement.MENTIONED):
        at, mentioned = judged.change.at, judged.judgement is Judgement.MENTIONED
        # What is not committed yet may have come before or behind a seal that is not committed either.
        later = at > sealed or (at == sealed and past.commit_of(at) is None)
        if later and (judged.kind in LASTING or not mentioned) and not graph.recorded_late(judged):
            yield judged.id


def _sealed_at(past: Past, manifest: str) -> int:
    """Return the position of the last commit that wrote the manifest."""
    commits = enumerate(past.history.commits)
    return max((at for at, one in commits if any(c.path == manifest for side in one.changes for c in side)), default=-1)


def _unnamed(graph: MemoryGraph, store: SealedStore) -> Iterator[str]:
    sealed = {f"{graph.memory.path}/{file.path}": file.digest for file in store.manifest.files}
    now = {f"{graph.memory.path}/{path}": seen for path, seen in store.present.files.items()}
    since = [session for session in graph.sessions if now.get(session.path) != sealed.get(session.path)]
    for fact in filter(_decides, graph.facts):
        if not any(graph.names(session, fact.id) for session in since):
            yield fact.id


def _decides(fact: Fact) -> bool:
    return fact.kind in _DECIDING
