"""A repository in one state, and the graphs of the memories in it."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from verify.errors import GitError, NoMemoryError, UsageError
from verify.git import Git
from verify.graph import MemoryGraph, Past
from verify.model.location import CommitId, Day
from verify.model.memory import Memory, NodeKind
from verify.model.report import Evidence, Problem, StoreSummary
from verify.readers.agent_memory import read_memory
from verify.readers.history import blob_ids, read_history
from verify.readers.layout import FORMAT, is_memory, memories_among, memory_above
from verify.readers.source import FolderSource, GitSource, Source, decode

_MARKS = ("continuity.md", "decay-policy.md", "sessions/*")
_WALK_DEPTH = 4
NO_GIT = "this folder is in no git repository"


@dataclass(frozen=True, slots=True)
class Repository:
    """One state of a repository. ``start`` is where the memory is looked for, relative to ``root``."""

    root: Path
    start: str
    source: Source
    git: Git | None
    no_git: str
    """Why there is no history, where ``git`` is None."""
    head: CommitId | None
    head_time: int | None
    revision: CommitId | None
    """The commit that is checked; None for index and work tree."""

    def text(self, path: str) -> str | None:
        """Return the text of one file; None if it does not exist. Raises UsageError if it is no text."""
        for _, content in self.source.read([path]):
            text = decode(path, content) if isinstance(content, bytes) else content
            if isinstance(text, Problem):
                raise UsageError(f"{path}: {text.message}")
            return text
        return None

    def log(self, path: str) -> str:
        """Return the text of a log; nothing if it cannot be read, which is a problem told elsewhere."""
        contents = (content for _, content in self.source.read([path]))
        texts = (decode(path, content) for content in contents if isinstance(content, bytes))
        return next((text for text in texts if isinstance(text, str)), "")


def open_repository(place: Path, revision: str | None, *, staged: bool) -> Repository:
    """Find the repository around a folder. Raises UsageError or UnknownRevisionError."""
    if not place.is_dir():
        raise UsageError(f"{place}: {'is no folder' if place.exists() else 'there is no such folder'}")
    git, no_git = _find_git(place)
    if git is None:
        if revision or staged:
            raise UsageError(f"{'--rev' if revision else '--staged'} needs git, and {no_git}")
        return _plain_folder(place, no_git)
    if git.bare and not revision:
        raise UsageError("a bare repository has no work tree; name a revision with --rev")
    commit = git.commit(revision) if revision else git.head()
    head, time = commit or (None, None)
    source: Source = FolderSource(git.root)
    if revision or staged:
        source = GitSource(git, git.tree(head) if revision and head else git.index())
    start = "" if git.bare else _relative(place, git.root)
    return Repository(git.root, start, source, git, "", head, time, head if revision else None)


def _find_git(place: Path) -> tuple[Git | None, str]:
    try:
        return Git.open(place), NO_GIT
    except GitError as error:
        return None, str(error)


def _plain_folder(place: Path, no_git: str) -> Repository:
    place = place.resolve()
    holders = (p for p in (place, *place.parents) if is_memory(FolderSource(p), "memory"))
    root = next(holders, place)
    return Repository(root, _relative(place, root), FolderSource(root), None, no_git, None, None, None)


def _relative(place: Path, root: Path) -> str:
    try:
        relative = place.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return ""
    return "" if relative == "." else relative


def find_memories(repository: Repository, named: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the memories to check and the others that the repository holds. Raises NoMemoryError."""
    named = list(named)
    for folder in named:
        if not is_memory(repository.source, folder):
            raise NoMemoryError(f"the configuration names the memory {folder!r}, and there is none")
    nearest = memory_above(repository.source, repository.start)
    chosen = named or ([nearest] if nearest else [])
    others = sorted(_all_memories(repository) - set(chosen))
    if not chosen:
        where = repository.start or "."
        near = ", ".join(os.path.relpath(repository.root / other) for other in others[:3])
        hint = f"; there is one in {near}: name it as PATH" if others else ""
        raise NoMemoryError(
            f"no memory found at {where} or above it (a folder 'memory' with continuity.md, sessions/ or "
            f"decay-policy.md), so nothing was checked{hint}"
        )
    return chosen, others


def _all_memories(repository: Repository) -> set[str]:
    if isinstance(repository.source, GitSource):
        return memories_among(path for path in repository.source.files("") if isinstance(path, str))
    if repository.git:
        return memories_among(iter(repository.git.tracked([f":(glob)**/memory/{mark}" for mark in _MARKS])))
    return memories_among(_walk(repository.root))


def _walk(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        inside = Path(folder).relative_to(root)
        folders[:] = sorted(n for n in folders if not n.startswith(".") and n != "node_modules")
        if len(inside.parts) >= _WALK_DEPTH:
            folders.clear()
        yield from ((inside / name).as_posix() for name in names)


def read_graph(repository: Repository, folder: str, *, history: bool, as_of: datetime | None) -> MemoryGraph:
    """Read one memory and, where it is wanted and can be had, its history."""
    git = repository.git if history else None
    name = blob_ids("sha256" if repository.head and len(repository.head) > 40 else "sha1") if git else None
    memory = read_memory(repository.source, folder, name)
    incomplete = dict(_incomplete(memory))
    past = None
    reason = "history was not asked for (--no-history)" if not history else repository.no_git
    if git:
        past, reason = _past(git, repository, memory)
    if past is None:
        incomplete[Evidence.HISTORY] = reason
    clock = as_of or clock_of(repository, [memory])
    return MemoryGraph(
        memory,
        past,
        Day(clock.date().isoformat()) if clock else None,
        incomplete,
        text_of=repository.log,
        has_file=repository.source.holds,
    )


def _past(git: Git, repository: Repository, memory: Memory) -> tuple[Past | None, str]:
    if git.shallow:
        return None, "this clone is shallow: run `git fetch --unshallow`"
    try:
        on_top = None if repository.revision else repository.log
        history = read_history(git, repository.head, memory, on_top=on_top)
    except GitError as error:
        return None, str(error)
    return Past(history, memory.path), ""


def _incomplete(memory: Memory) -> Iterator[tuple[Evidence, str]]:
    for problem in memory.problems:
        in_sessions = (problem.path or "").startswith(f"{memory.path}/sessions")
        evidence = Evidence.SESSIONS if in_sessions else Evidence.FACTS
        yield evidence, f"{problem.path} {problem.message.partition(';')[0]}"


def clock_of(repository: Repository, memories: Iterable[Memory]) -> datetime | None:
    """Return the commit time of a revision; else the later of HEAD's commit time and the newest session."""
    times = [datetime.fromtimestamp(repository.head_time, UTC)] if repository.head_time is not None else []
    if repository.revision is None:
        times += [_session_time(memory.sessions[-1].stem) for memory in memories if memory.sessions]
    return max(times, default=None)


def _session_time(stem: str) -> datetime:
    if stem[11:17].isdigit() and len(stem) >= 17:
        return datetime.strptime(stem[:17], "%Y-%m-%d-%H%M%S").replace(tzinfo=UTC)
    day = datetime.strptime(stem[:10], "%Y-%m-%d").replace(tzinfo=UTC)
    return day + timedelta(days=1, seconds=-1)


def summary(folder: str, graph: MemoryGraph | None) -> StoreSummary:
    """Return what the report says of one memory; one without a graph was not checked."""
    if graph is None:
        return StoreSummary(FORMAT, folder, checked=False)
    facts = sum(1 for fact in graph.live if fact.kind is not NodeKind.VISION)
    archived, sessions = len(graph.archived), len(graph.sessions)
    return StoreSummary(FORMAT, folder, checked=True, facts=facts, archived=archived, sessions=sessions)
