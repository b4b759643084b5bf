"""Every memory of a repository, whatever its format."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from verify.config import Settings
from verify.graph import MemoryGraph
from verify.graph.store_graph import Ancestry, StoreGraph
from verify.model.location import CommitId
from verify.model.report import StoreSummary
from verify.readers.assembly import clock_of, read_graph, summary
from verify.readers.declared import declared_for
from verify.readers.repository import Repository, memories, no_memory, workspaces
from verify.readers.topics.layout import INDEX

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

    @property
    def pasts(self) -> list[Ancestry]:
        """What could be read of the history of each; all walk the same commits."""
        read = (getattr(graph, "past", None) for graph in self.graphs)
        return [past for past in read if isinstance(past, Ancestry)]


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
    topics, topic_summaries = _topics(repository, settings, terms)
    if not graphs and not topics:
        elsewhere = [*others, *(summary.path for summary in topic_summaries)]
        raise no_memory(repository, elsewhere, f"a TSVC workspace with {INDEX}")
    clocks = [clock_of(repository, graph.sessions) for graph in graphs]
    clocks += [clock_of(repository, ()) for _ in topics]
    return Stores(
        graphs=(*graphs, *topics),
        summaries=(
            *map(summary, folders, graphs),
            *(summary(folder, None) for folder in others),
            *topic_summaries,
        ),
        clock=terms.as_of or max((clock for clock in clocks if clock), default=None),
    )


def _topics(repository: Repository, settings: Settings, terms: Terms) -> tuple[list[StoreGraph], list[StoreSummary]]:
    """Read the TSVC workspaces, and tell of those that were not read, too."""
    roots, others = workspaces(repository, settings.memories)
    if not roots and not others:
        return [], []
    from verify.readers.topics import assembly  # noqa: PLC0415 - most repositories have none

    graphs = [assembly.read_topics(repository, root, history=terms.history, as_of=terms.as_of) for root in roots]
    unread = (assembly.summary(root, None) for root in others)
    return list(graphs), [*map(assembly.summary, roots, graphs), *unread]
