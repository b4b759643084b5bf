"""Every memory of a repository, whatever its format."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from verify.config import Settings
from verify.graph import MemoryGraph
from verify.graph.store_graph import StoreGraph
from verify.model.location import CommitId
from verify.model.report import StoreSummary
from verify.readers.assembly import clock_of, read_graph, summary
from verify.readers.declared import declared_for
from verify.readers.repository import Repository, memories, no_memory

if TYPE_CHECKING:
    from verify.model.ledger import SavedHead


@dataclass(frozen=True, slots=True)
class Terms:
    """What a look includes: history, the clock ``as_of`` instead of the state's own, coverage if ``measured``.

    ``base`` is the commit where the branch that is judged left another one, ``head`` what somebody saved of
    the ledger of the first memory.
    """

    history: bool = True
    as_of: datetime | None = None
    base: CommitId | None = None
    measured: bool = True
    head: "SavedHead | None" = None


@dataclass(frozen=True, slots=True)
class Stores:
    """What was read, and what the report says of each memory, read or not; ``clock`` is that of them all."""

    graphs: tuple[StoreGraph, ...]
    summaries: tuple[StoreSummary, ...]
    clock: datetime | None

    @property
    def memories(self) -> list[MemoryGraph]:
        """Those of the agent-memory layout."""
        return [graph for graph in self.graphs if isinstance(graph, MemoryGraph)]


def read_stores(repository: Repository, settings: Settings, terms: Terms) -> Stores:
    """Find the memories of a repository and read them. Raises NoMemoryError if there is none."""
    folders, others = memories(repository, settings.memories)
    graphs = [
        read_graph(
            repository,
            folder,
            history=terms.history,
            as_of=terms.as_of,
            base=terms.base,
            declared=replace(
                declared_for(folder, folders, settings, terms.head),
                others=tuple(other for other in (*folders, *others) if other != folder),
            ),
        )
        for folder in folders
    ]
    if not graphs:
        raise no_memory(repository, others)
    clocks = (clock_of(repository, graph.sessions) for graph in graphs)
    return Stores(
        graphs=tuple(graphs),
        summaries=(*map(summary, folders, graphs), *(summary(folder, None) for folder in others)),
        clock=terms.as_of or max((clock for clock in clocks if clock), default=None),
    )
