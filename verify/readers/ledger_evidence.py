"""What could not be looked at in the ledgers of a memory, and why."""

from collections.abc import Iterator

from verify.model.history import LedgerPast
from verify.model.ledger import Ledger
from verify.model.memory import Memory
from verify.model.report import Evidence


def missing_evidence(memory: Memory, past: LedgerPast | None, no_history: str) -> dict[Evidence, str]:
    """Return the reasons why ledgers were not read as a whole, or could not be compared with anything."""
    missing: dict[Evidence, str] = {}
    for evidence, reason in (*_unread(memory), *_unanchored(memory, past, no_history)):
        missing.setdefault(evidence, reason)
    return missing


def _unread(memory: Memory) -> Iterator[tuple[Evidence, str]]:
    for path in memory.unread_ledgers:
        yield Evidence.LEDGER, f"{path} could not be read"
    for ledger in memory.ledgers:
        for file in ledger.files:
            if file.unchecked_from is not None:
                reason = f"{file.path} is not checked from line {file.unchecked_from} on, which is malformed"
                yield Evidence.LEDGER, reason


def _unanchored(memory: Memory, past: LedgerPast | None, no_history: str) -> Iterator[tuple[Evidence, str]]:
    if past and past.unread:
        yield Evidence.ANCHOR, "an earlier version of the ledger is too large to be compared"
    for ledger in memory.ledgers:
        if not is_anchored(ledger, past):
            why = no_history or f"no commit holds {ledger.path}"
            yield Evidence.ANCHOR, f"nobody can tell whether the end of {ledger.path} is still there: {why}"


def is_anchored(ledger: Ledger, past: LedgerPast | None) -> bool:
    """Whether a checkpoint, a saved head or a commit tells what a ledger held before."""
    return ledger.anchored or (past is not None and ledger.path in past.committed)
