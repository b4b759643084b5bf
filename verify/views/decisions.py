"""The decisions in force, as the ledgers of a memory tell them."""

from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.graph.decision_chains import DecisionChains
from verify.graph.ledger import DecisionLog
from verify.model.location import Location
from verify.model.replay import FormerDecision, ReplayedDecision, ReplayedDecisions, ReplayedLedger
from verify.model.report import Evidence
from verify.secrets import printable


def decisions(graph: MemoryGraph) -> ReplayedDecisions:
    """Fold the entries of the ledgers; where one is not whole, nobody can tell what stands."""
    logs = [log for log in graph.decision_logs if all(file.header for file in log.ledger.files)]
    if reason := _unchecked(graph, logs):
        return ReplayedDecisions(printable(reason))
    ledgers = tuple(ReplayedLedger(printable(log.ledger.path), _last(log)) for log in logs)
    return ReplayedDecisions(None, ledgers, tuple(one for log in logs for one in in_force(log, log.last)))


def _unchecked(graph: MemoryGraph, logs: list[DecisionLog]) -> str | None:
    if Evidence.LEDGER in graph.incomplete:
        return graph.incomplete[Evidence.LEDGER]
    broken = next((log.ledger.divergence for log in logs if log.ledger.divergence), None)
    if broken:
        return f"the chain of {broken[0]} does not fit at line {broken[1].line}"
    return None if logs else f"{graph.decision_logs[0].ledger.path} has no header of the native format"


def _last(log: DecisionLog) -> str | None:
    return printable(log.placed(log.last).id) if log.last >= 0 else None


def in_force(log: DecisionLog, through: int) -> Iterator[ReplayedDecision]:
    """Yield the decisions that stood behind an entry, oldest first."""
    chains = DecisionChains(log)
    for name, text in log.active(through).items():
        at = log.ledger.fold.first[name]
        placed = log.placed(at)
        yield ReplayedDecision(
            id=printable(name),
            text=printable(text),
            because=printable(_line(placed.entry.reason)),
            topic=printable(placed.entry.topic) if placed.entry.topic is not None else None,
            place=Location(printable(placed.path), placed.entry.line),
            rests_on=tuple(map(printable, chains.grounds(at))),
            after=tuple(
                FormerDecision(printable(former.id), printable(by.id), printable(_line(by.entry.reason)))
                for former, by in chains.former(at)
            ),
        )


def _line(text: str | None) -> str:
    return " ".join((text or "").split())
