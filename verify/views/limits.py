"""What a run without findings does not prove."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verify.graph import MemoryGraph
from verify.secrets import printable

if TYPE_CHECKING:
    from verify.model.ledger import Ledger


def limits(graphs: Sequence[MemoryGraph]) -> tuple[str, ...]:
    """Say for each ledger without a head from outside what whoever can write every tracked file could have done."""
    logs = (log.ledger for graph in graphs for log in graph.decision_logs)
    return tuple(printable(_told(ledger, graphs[0])) for ledger in logs if not ledger.vouched)


def _told(ledger: "Ledger", first: MemoryGraph) -> str:
    could = "whoever can write every tracked file could have cut its newest entries off, or built it anew"
    told = f"no head of {ledger.path} was given, so that {could}"
    last = ledger.files[-1]
    if ledger.divergence or ledger.contradictions or last.digest is None:
        return told
    # --head goes with this one only.
    usual = ledger.path == f"{first.memory.path}/ledger.jsonl"
    return f"{told}; keep {last.size}:{last.digest} where they cannot{', and give it as --head' if usual else ''}"
