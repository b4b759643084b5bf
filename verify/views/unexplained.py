"""The changes of decisions for which no log gives a reason."""

from collections.abc import Iterator

from verify.graph import LASTING, Judged, MemoryGraph
from verify.model.history import Judgement
from verify.model.location import FactId
from verify.model.timeline import Unexplained
from verify.views.events import UNEXPLAINED, unexplained_change


def unexplained(graph: MemoryGraph, name: FactId | None = None) -> Iterator[Unexplained]:
    """Yield them by id, in the order of the commits; of one fact only, if it is named.

    Where the log of a change only mentions the id, that counts for invariants and visions.
    Raises LookupError without history.
    """
    for judged in sorted(graph.history.unexplained(*UNEXPLAINED), key=lambda judged: judged.id):
        if _counts(judged) and name in {None, judged.id}:
            yield Unexplained(graph.memory.path, judged.id, judged.kind, unexplained_change(graph, judged))


def _counts(judged: Judged) -> bool:
    return judged.judgement is not Judgement.MENTIONED or judged.kind in LASTING
