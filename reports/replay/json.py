"""Replays as JSON, version 1; the schema stands in ``docs/replay.schema.json``."""

import json
from typing import Any

from reports.escaping import encodable, without_commands
from verify.model.replay import ReplayedDecision, ReplayedFact, ReplayedField, ReplayedLedger, ReplayedMemory, Replays

VERSION = 1


def render(replays: Replays) -> str:
    """Return replays as JSON."""
    document = {
        "version": VERSION,
        "tool": replays.tool,
        "revision": replays.revision,
        "incomplete": [encodable(reason) for reason in replays.incomplete],
        "no_history": encodable(replays.no_history) if replays.no_history else None,
        "differences": replays.differences,
        "memories": [_memory(memory) for memory in replays.memories],
    }
    # Plain ASCII: no console can fail on it, and no terminal or build server acts on it.
    return without_commands(json.dumps(document, indent=1), r"\u0023") + "\n"


def _memory(memory: ReplayedMemory) -> dict[str, Any]:
    unchecked = memory.decisions.unchecked
    return {
        "memory": encodable(memory.memory),
        "sessions": memory.sessions,
        "reviewed": memory.reviewed,
        "through": encodable(memory.through) if memory.through else None,
        "facts": [_fact(fact) for fact in memory.facts],
        "decisions": {
            "checked": unchecked is None,
            "reason": encodable(unchecked) if unchecked else None,
            "ledgers": [_ledger(ledger) for ledger in memory.decisions.ledgers],
            "active": [_decision(decision) for decision in memory.decisions.active],
        },
    }


def _ledger(ledger: ReplayedLedger) -> dict[str, Any]:
    return {"path": encodable(ledger.path), "through": encodable(ledger.through) if ledger.through else None}


def _decision(decision: ReplayedDecision) -> dict[str, Any]:
    return {
        "id": encodable(decision.id),
        "text": encodable(decision.text),
        "because": encodable(decision.because),
        "topic": encodable(decision.topic) if decision.topic is not None else None,
        "path": encodable(decision.place.path),
        "line": decision.place.line,
        "rests_on": [encodable(name) for name in decision.rests_on],
        "after": [
            {"id": encodable(one.id), "by": encodable(one.by), "reason": encodable(one.reason)}
            for one in decision.after
        ],
    }


def _fact(fact: ReplayedFact) -> dict[str, Any]:
    return {
        "id": encodable(fact.id),
        "kind": fact.kind.value,
        "store": fact.store.value,
        "path": encodable(fact.place.path),
        "line": fact.place.line,
        "tier": _field(fact.tier),
        "uses": _field(fact.uses),
        "last_used": _field(fact.last_used),
        "differs": fact.differs,
    }


def _field(one: ReplayedField) -> dict[str, Any]:
    return {"stored": one.stored, "replayed": one.replayed, "agreement": one.agreement.value}
