"""What differs from the newest seal of a memory."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from verify.graph.ledger import DecisionLog
from verify.graph.past import Past
from verify.graph.seal_facts import FactDifferences
from verify.graph.seal_files import file_differences
from verify.graph.unsealed import Unsealed, Way
from verify.model.entry import Seal
from verify.model.memory import Memory
from verify.model.seal import Manifest, SealedStore

__all__ = ["Unsealed", "Way", "differences", "fits", "unsealed"]

_ROLLED_BACK = "the memory may have been rolled back behind its newest seal: "


class _Sealed(Struct, frozen=True):
    """A ledger with its manifest, one of which may be missing."""

    log: DecisionLog | None
    store: SealedStore | None


def unsealed(memory: Memory, logs: Iterable[DecisionLog], past: Past | None) -> Iterator[Unsealed]:
    """Yield each fact, else each file, that is not what the newest seal says; else why that cannot be told."""
    for one in _sealed(memory, logs):
        anchored = one.log is not None and one.log.ledger.anchored
        yield from (found.under(anchored=anchored) for found in _of(one, memory, past))


def _sealed(memory: Memory, logs: Iterable[DecisionLog]) -> Iterator[_Sealed]:
    store = memory.seal
    for log in logs:
        mine = store if store and store.ledger == log.ledger.path else None
        if mine or log.newest_seal:
            yield _Sealed(log, mine)
    if store and not any(log.ledger.path == store.ledger for log in logs):
        yield _Sealed(None, store)


def _of(one: _Sealed, memory: Memory, past: Past | None) -> Iterator[Unsealed]:
    if one.log:
        for seen in one.log.ledger.contradictions:
            if seen.anchor:
                yield Unsealed(seen.path, seen.path, seen.line, Way.ROLLED_BACK, _ROLLED_BACK + seen.message)
    newest = one.log.newest_seal if one.log else None
    why: str | None
    if newest is None and one.store:
        path = one.store.manifest.path
        yield Unsealed(path, path, 1, Way.UNFIT, f"there is a manifest, and no SEAL entry in {one.store.ledger}")
    elif newest and one.store is None:
        why = f"{newest.id} sealed the memory, and its manifest is gone"
        yield Unsealed(newest.path, newest.path, newest.entry.line, Way.UNFIT, why)
    elif newest and newest.entry.seal and one.store:
        if why := _misfit(one.store.manifest, newest.entry.seal, newest.id):
            yield Unsealed(one.store.manifest.path, one.store.manifest.path, 1, Way.UNFIT, why)
        else:
            yield from differences(memory.path, one.store, past)


def fits(manifest: Manifest, seal: Seal) -> bool:
    """Whether a SEAL is about a manifest."""
    return manifest.fault is None and (manifest.size, manifest.root) == (seal.size, seal.root)


def _misfit(manifest: Manifest, seal: Seal, name: str) -> str | None:
    if fits(manifest, seal):
        return None
    if manifest.unturned == seal.root:
        return f"the manifest is that of {name} with other line ends; git must leave it alone (`ledger.seal -text`)"
    return f"the manifest is not what {name} sealed" + (f": it {manifest.fault}" if manifest.fault else "")


def differences(folder: str, store: SealedStore, past: Past | None) -> Iterator[Unsealed]:
    """Yield each fact that differs from a manifest, and each file in which no fact tells of that."""
    facts = list(FactDifferences(folder, store, past).found())
    yield from facts
    told = {path for fact in facts for path in fact.touches}
    yield from file_differences(folder, store, past, told)
