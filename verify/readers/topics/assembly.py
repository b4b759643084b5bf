"""Puts a workspace and its history together into one graph."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import partial

from verify.errors import GitError
from verify.git import Git
from verify.graph.topics import TopicCircumstances, TopicPast, TopicsGraph
from verify.model.instant import Instant
from verify.model.location import Day
from verify.model.report import Evidence, StoreSummary
from verify.model.store import StoreFormat
from verify.model.topics import Layout, Workspace
from verify.readers.assembly import clock_of, no_past
from verify.readers.history import blob_ids
from verify.readers.repository import Repository
from verify.readers.topics.history import read_history
from verify.readers.topics.layout import FileRole, role_of
from verify.readers.topics.workspace import read_workspace

_EVIDENCE = {
    FileRole.INDEX: (Evidence.TOPICS,),
    FileRole.STATE: (Evidence.TOPIC_STATES,),
    FileRole.CONVERSATION: (Evidence.EXCHANGES,),
    FileRole.ARCHIVE: (Evidence.EXCHANGES,),
    FileRole.PROTOCOL_CONVERSATION: (Evidence.EXCHANGES,),
    FileRole.CONTEXT: (Evidence.CONTEXTS,),
    FileRole.WHERE_ARE_WE: (Evidence.CONTEXTS,),
    None: (Evidence.TOPIC_STATES, Evidence.EXCHANGES, Evidence.CONTEXTS),
}


def read_topics(
    repository: Repository, root: str, *, history: bool, as_of: datetime | None = None, told: str | None = None
) -> TopicsGraph:
    """Read one workspace and, where it is wanted and can be had, its history.

    Of the topic ``told`` every version is kept as a whole.
    """
    git = repository.git if history else None
    name = blob_ids("sha256" if repository.head and len(repository.head) > 40 else "sha1") if git else None
    workspace = read_workspace(repository.source, root, name)
    incomplete = dict(_incomplete(workspace))
    past = None
    reason = repository.no_history if history else "history was not asked for (--no-history)"
    if git and not reason:
        past, reason = _past(git, repository, workspace, told)
    if reason:
        incomplete[Evidence.HISTORY] = reason
    clock = as_of or clock_of(repository, ())
    circumstances = TopicCircumstances(
        clock=Instant(int(clock.timestamp())) if clock else None,
        today=Day(clock.date().isoformat()) if clock else None,
        incomplete=incomplete,
        text_of=repository.log,
        tracked=partial(_tracked, repository),
        ignored=lambda paths: repository.git.ignored(paths) if repository.git else (),
        untold="" if repository.git else repository.no_history,
    )
    return TopicsGraph(workspace, past, circumstances)


def _past(git: Git, repository: Repository, workspace: Workspace, told: str | None) -> tuple[TopicPast | None, str]:
    reason = no_past(git, repository, workspace.root)
    if reason or workspace.index is None:
        return None, reason
    try:
        on_top = None if repository.revision else repository.log
        return TopicPast(read_history(git, repository.head, workspace, on_top, told)), ""
    except GitError as error:
        return None, str(error)


def _incomplete(workspace: Workspace) -> Iterator[tuple[Evidence, str]]:
    if workspace.index is None:
        yield Evidence.TOPICS, workspace.unread
    for flaw in workspace.flaws:
        path = flaw.location.path
        yield from ((evidence, f"{path} {flaw.message}") for evidence in _evidence(workspace.root, path))
    for problem in workspace.problems:
        reason = f"{problem.path} {problem.message.partition(';')[0]}"
        yield Evidence.FILES, reason
        yield from ((evidence, reason) for evidence in _evidence(workspace.root, problem.path or ""))


def _evidence(root: str, path: str) -> tuple[Evidence, ...]:
    return _EVIDENCE.get(role_of(root, path), (Evidence.SWITCHES,))


def _tracked(repository: Repository, paths: Sequence[str]) -> Collection[str]:
    """Return those paths that a commit or the index holds; of a work tree, its index."""
    if repository.revision or repository.git is None:
        return [path for path in paths if repository.git and repository.source.holds(path)]
    return repository.git.tracked([f":(top,literal){path}" for path in paths])


def summary(root: str, graph: TopicsGraph | None) -> StoreSummary:
    """Return what the report says of one workspace; one without a graph was not looked at."""
    index = graph.workspace.index if graph else None
    topics = len(index.entries) if index else 0
    lines = (line for file in graph.workspace.conversations for line in file.lines) if graph and index else ()
    every = index is not None and index.layout is Layout.MANAGER
    exchanges = sum(1 for line in lines if every or line.role is not None)
    counts = (("topics", topics), ("exchanges", exchanges))
    return StoreSummary(StoreFormat.TSVC, root or ".", index is not None, counts)
