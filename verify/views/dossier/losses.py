"""Which facts left the memory without a word."""

from collections.abc import Iterable, Mapping

from verify.graph import MemoryGraph
from verify.model.location import FactId
from verify.model.report import Finding, Severity

_CHECK = "lost-fact"


def unexplained(graph: MemoryGraph, findings: Iterable[Finding]) -> Mapping[FactId, Severity]:
    """Return the facts that are gone, and that an open finding tells of, each with how bad that is.

    The findings decide: they alone know what excuses a loss, and what could not be checked.
    """
    own = [finding for finding in findings if finding.check == _CHECK and not finding.suppressed]
    told = {(name, finding.commit): finding.severity for finding in own for name in _names(finding)}
    gone = graph.history.losses(frozenset(map(FactId, graph.by_id))) if told else ()
    return {loss.id: told[loss.id, loss.commit] for loss in gone if (loss.id, loss.commit) in told}


def _names(finding: Finding) -> Iterable[str]:
    """Return all that may be the id of a fact: one finding tells of several that left together."""
    return [finding.subject, *(word for related in finding.related for word in related.message.split())]
