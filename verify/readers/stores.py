"""Every memory of a repository, whatever its format."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from verify.config import Settings
from verify.errors import InputError
from verify.graph import MemoryGraph
from verify.graph.store_graph import Ancestry, StoreGraph
from verify.model.location import CommitId
from verify.model.report import StoreSummary
from verify.readers.assembly import clock_of, read_graph, summary
from verify.readers.declared import declared_for
from verify.readers.index.places import STORES, Place, place_named, places_above
from verify.readers.instructions.places import folders_with_several
from verify.readers.repository import Repository, memories, no_memory, workspaces
from verify.readers.topics.layout import INDEX

if TYPE_CHECKING:
    from verify.model.ledger import SavedHead


class Terms(Struct, frozen=True):
    """What a look includes: history, the clock ``as_of`` instead of the state's own, coverage if ``measured``.

    ``base`` is the commit where the branch that is judged left another one, ``head`` what somebody saved of
    the ledger of the first memory.
    """

    history: bool = True
    as_of: datetime | None = None
    base: CommitId | None = None
    measured: bool = True
    head: "SavedHead | None" = None


class Stores(Struct, frozen=True):
    """What was read, and what the report says of each memory, read or not; ``clock`` is that of them all."""

    graphs: tuple[StoreGraph, ...]
    summaries: tuple[StoreSummary, ...]
    clock: datetime | None
    together: tuple[StoreGraph, ...] = ()
    """All of them as one graph, where there is something to compare."""

    @property
    def memories(self) -> list[MemoryGraph]:
        """Those of the agent-memory layout."""
        return [graph for graph in self.graphs if isinstance(graph, MemoryGraph)]

    @property
    def pasts(self) -> list[Ancestry]:
        """What could be read of the history of each; all walk the same commits."""
        read = (getattr(graph, "past", None) for graph in (*self.graphs, *self.together))
        return [past for past in read if isinstance(past, Ancestry)]


def read_stores(repository: Repository, settings: Settings, terms: Terms) -> Stores:
    """Find the memories of a repository and read them. Raises NoMemoryError if there is none."""
    places = _places(repository, settings)
    folders, others = memories(repository, settings.memories, nearest=settings.nearest)
    graphs = _memories(repository, settings, terms, folders, others)
    if terms.head and not any(declared_for(one, folders, settings, terms.head).head for one in folders):
        raise InputError(f"a head of {terms.head.path or 'a ledger'} was given, and no memory here has that ledger")
    indexed = _indexed(repository, places, terms) if places else []
    topics, topic_summaries = _topics(repository, settings, terms)
    if not graphs and not indexed and not topics:
        elsewhere = [*others, *(summary.path for summary in topic_summaries)]
        raise no_memory(repository, elsewhere, f"a TSVC workspace with {INDEX}", *STORES)
    clocks = [clock_of(repository, graph.sessions) for graph in graphs]
    clocks += [clock_of(repository, ())] if indexed or topics else []
    every = (*graphs, *(graph for graph, _ in indexed), *topics)
    return Stores(
        graphs=every,
        summaries=(
            *map(summary, folders, graphs),
            *(told for _, told in indexed),
            *(summary(folder, None) for folder in others),
            *topic_summaries,
        ),
        clock=terms.as_of or max((clock for clock in clocks if clock), default=None),
        together=tuple(_together(repository, every, terms)),
    )


def _together(repository: Repository, graphs: Sequence[StoreGraph], terms: Terms) -> Iterator[StoreGraph]:
    folders = folders_with_several(repository.source, repository.start)
    if folders or len(graphs) > 1:
        # A single memory has nothing to be compared with.
        from verify.readers.together import read_together  # noqa: PLC0415

        graph = read_together(repository, graphs, folders, history=terms.history)
        yield from (graph,) if graph else ()


def _memories(
    repository: Repository, settings: Settings, terms: Terms, folders: Sequence[str], others: Sequence[str]
) -> list[MemoryGraph]:
    """Read the memories of the agent-memory layout; each is told of all the others."""
    graphs = []
    for folder in folders:
        declared = declared_for(folder, folders, settings, terms.head)
        beside = tuple(other for other in (*folders, *others) if other != folder)
        graphs.append(
            read_graph(
                repository,
                folder,
                history=terms.history,
                as_of=terms.as_of,
                base=terms.base,
                declared=replace(declared, others=beside),
            )
        )
    return graphs


def _indexed(repository: Repository, places: Sequence[Place], terms: Terms) -> list[tuple[StoreGraph, StoreSummary]]:
    # A memory of another layout need not pay for the parser of links.
    from verify.readers.index.assembly import read_index_graphs, summary  # noqa: PLC0415

    graphs = read_index_graphs(repository, places, history=terms.history, as_of=terms.as_of)
    return [(graph, summary(graph)) for graph in graphs]


def _places(repository: Repository, settings: Settings) -> list[Place]:
    """Return the stores with an index that the configuration names, the nearest ones if it names none."""
    named = (place_named(repository.source, folder) for folder in dict.fromkeys(settings.memories))
    chosen = [place for place in named if place]
    above = places_above(repository.source, repository.start) if settings.nearest or not chosen else []
    return [*chosen, *(place for place in above if place not in chosen)]


def _topics(repository: Repository, settings: Settings, terms: Terms) -> tuple[list[StoreGraph], list[StoreSummary]]:
    """Read the TSVC workspaces, and tell of those that were not read, too."""
    roots, others = workspaces(repository, settings.memories, nearest=settings.nearest)
    if not roots and not others:
        return [], []
    from verify.readers.topics import assembly  # noqa: PLC0415 - most repositories have none

    graphs = [assembly.read_topics(repository, root, history=terms.history, as_of=terms.as_of) for root in roots]
    unread = (assembly.summary(root, None) for root in others)
    return list(graphs), [*map(assembly.summary, roots, graphs), *unread]
