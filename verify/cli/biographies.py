"""Asks every memory and workspace of a repository for the life of one id."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from verify import __version__
from verify.config import Settings
from verify.errors import InputError, UsageError
from verify.examination import read_settings
from verify.graph import MemoryGraph
from verify.graph.store_graph import StoreGraph
from verify.model.location import FactId
from verify.model.report import Evidence
from verify.model.timeline import Biographies, Timeline, Unexplained
from verify.nearest import nearest
from verify.readers.assembly import read_graph
from verify.readers.declared import declared_for
from verify.readers.repository import Repository, memories, no_memory, workspaces
from verify.readers.topics.layout import INDEX
from verify.views.timeline import timeline
from verify.views.unexplained import unexplained

if TYPE_CHECKING:
    from verify.graph.topics import TopicPast, TopicsGraph


class _Found(Struct, frozen=True):
    """The memories, and the workspaces with their history."""

    memories: list[MemoryGraph]
    workspaces: "list[tuple[TopicsGraph, TopicPast]]"

    @property
    def ids(self) -> set[str]:
        """Whatever was an id once."""
        past = (ids for _, past in self.workspaces for ids in (past.topics, past.decisions))
        return set().union(*(graph.history.ids for graph in self.memories), *past)

    @property
    def lacking(self) -> Iterator[str | None]:
        """Why something is missing that the answer could rest on."""
        told = set(Evidence) - {Evidence.RECORDS}
        graphs: list[StoreGraph] = [*self.memories, *(graph for graph, _ in self.workspaces)]
        for graph in graphs:
            yield from (graph.incomplete.get(evidence) for evidence in told)

    def timelines(self, name: FactId) -> Iterator[Timeline]:
        """Yield each life of an id."""
        yield from (timeline(graph, name) for graph in self.memories if name in graph.history.ids)
        if self.workspaces:
            from verify.views.topic_timeline import topic_timelines  # noqa: PLC0415

            for graph, past in self.workspaces:
                yield from topic_timelines(graph, past, name)

    def unexplained(self, name: FactId | None) -> Iterator[Unexplained]:
        """Yield what nobody explained, of one id only if it is named."""
        for graph in self.memories:
            yield from unexplained(graph, name)
        if self.workspaces:
            from verify.views.topic_timeline import rewritten_decisions  # noqa: PLC0415

            for topics, past in self.workspaces:
                yield from rewritten_decisions(topics, past, name)


def biographies(repository: Repository, name: FactId | None, *, drift: bool) -> Biographies:
    """Tell the life of one id, or what is not explained. Raises UsageError, NoMemoryError or InputError."""
    found = _found(repository, read_settings(repository), name)
    if name is not None and name not in found.ids:
        raise UsageError(_unknown(name, found))
    return Biographies(
        tool=__version__,
        revision=repository.revision,
        incomplete=tuple(sorted({reason for reason in found.lacking if reason})),
        timelines=tuple(found.timelines(name)) if name is not None and not drift else (),
        unexplained=tuple(found.unexplained(name)) if drift else (),
    )


def _found(repository: Repository, settings: Settings, name: FactId | None) -> _Found:
    folders, others = memories(repository, settings.memories)
    roots, other_roots = workspaces(repository, settings.memories)
    if not folders and not roots:
        raise no_memory(repository, [*others, *other_roots], f"a TSVC workspace with {INDEX}")
    graphs = [
        read_graph(repository, folder, history=True, declared=declared_for(folder, folders, settings))
        for folder in folders
    ]
    topics = list(_topics(repository, roots, name)) if roots else []
    unread: list[StoreGraph] = [graph for graph in graphs if graph.past is None]
    unread += [graph for graph in topics if graph.past is None]
    for graph in unread:
        reasons = (graph.incomplete.get(evidence) for evidence in (Evidence.HISTORY, Evidence.TOPICS))
        raise InputError(f"there is no history to tell: {next(filter(None, reasons), '')}")
    return _Found(graphs, [(graph, graph.past) for graph in topics if graph.past])


def _topics(repository: Repository, roots: Iterable[str], name: FactId | None) -> "Iterator[TopicsGraph]":
    from verify.readers.topics.assembly import read_topics  # noqa: PLC0415 - most repositories have none

    return (read_topics(repository, root, history=True, told=name) for root in roots)


def _unknown(name: FactId, found: _Found) -> str:
    near = nearest(name, found.ids)
    what = "fact, topic or decision" if found.workspaces else "fact"
    return f"no {what} ever had the id {name!r}" + (f"; did you mean {near!r}?" if near else "")
