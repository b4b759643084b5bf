"""A repository in one state, and the graphs of the memories in it."""

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct, field

from verify.answers.footprint import current
from verify.errors import GitError, NoMemoryError, UsageError
from verify.git import Git
from verify.model.location import CommitId
from verify.model.report import Problem
from verify.readers.git_source import GitSource, work_tree
from verify.readers.index.places import holds_stores, place_named
from verify.readers.layout import is_memory, memories_among, memory_above
from verify.readers.records import Records
from verify.readers.source import FolderSource, Source, decode
from verify.readers.topics.layout import INDEX, is_workspace, workspace_above, workspaces_among

_MARKS = (
    *(f":(glob)**/memory/{mark}" for mark in ("continuity.md", "decay-policy.md", "sessions/*")),
    f":(glob)**/{INDEX}",
)
_USUAL = "a folder 'memory' with continuity.md, sessions/ or decay-policy.md"
_WALK_DEPTH = 4
NO_GIT = "this folder is in no git repository"


class Repository(Struct, frozen=True):
    """One state of a repository. ``start`` is where the memory is looked for, relative to ``root``."""

    root: Path
    start: str
    source: Source
    git: Git | None
    no_history: str
    """Why there is no history; empty if there is."""
    head: CommitId | None
    head_time: int | None
    revision: CommitId | None
    """The commit that is checked; None for index and work tree."""
    records: Records = field(default_factory=Records)
    """What is known of files and history; all states of the repository share it."""

    def text(self, path: str) -> str | None:
        """Return the text of one file; None if it does not exist. Raises UsageError if it is no text."""
        for _, content in self.source.read([path]):
            text = decode(path, content) if isinstance(content, bytes) else content
            if isinstance(text, Problem):
                raise UsageError(f"{path}: {text.message}")
            return text
        return None

    def content(self, path: str) -> bytes:
        """Return the bytes of a file; none if it cannot be read, which is a problem told elsewhere."""
        contents = (content for _, content in self.source.read([path]))
        return next((content for content in contents if isinstance(content, bytes)), b"")

    def log(self, path: str) -> str:
        """Return the text of a log; nothing if it cannot be read, which is a problem told elsewhere."""
        contents = (content for _, content in self.source.read([path]))
        texts = (decode(path, content) for content in contents if isinstance(content, bytes))
        return next((text for text in texts if isinstance(text, str)), "")


def open_repository(place: Path, revision: str | None, *, staged: bool, kept: bool = False) -> Repository:
    """Find the repository around a folder. Raises UsageError or UnknownRevisionError.

    With ``kept``, what is read of its files and its history is kept for the next run.
    """
    if not place.is_dir():
        raise UsageError(f"{place}: {'is no folder' if place.exists() else 'there is no such folder'}")
    git, no_git = _find_git(place)
    if git is None:
        if revision is not None or staged:
            raise UsageError(f"{'--staged' if staged else '--rev'} needs git, and {no_git}")
        return _plain_folder(place, no_git, kept=kept)
    if git.bare and revision is None:
        raise UsageError("a bare repository has no work tree; name a revision with --rev")
    start = "" if git.bare else _relative(place, git.root)
    records = Records(git.root if kept else None, git)
    if revision is not None:
        asked, at = git.commit(revision)
        return Repository(git.root, start, GitSource(git, git.tree(asked)), git, "", asked, at, asked, records)
    commit, broken = _head(git)
    source = GitSource(git, git.index()) if staged else work_tree(git)
    head, time = commit or (None, None)
    return Repository(git.root, start, source, git, broken, head, time, None, records)


def _head(git: Git) -> tuple[tuple[CommitId, int] | None, str]:
    try:
        return git.head(), ""
    except GitError as error:
        return None, str(error)


_HOLDS: tuple[Callable[[Source, str], bool], ...] = (
    lambda source, _: is_memory(source, "memory"),
    lambda source, _: workspace_above(source, "") is not None,
    holds_stores,
)
"""Whether a plain folder of a name has a memory of each format."""


def _find_git(place: Path) -> tuple[Git | None, str]:
    try:
        return Git.open(place), NO_GIT
    except GitError as error:
        return None, str(error)


def _plain_folder(place: Path, no_git: str, *, kept: bool) -> Repository:
    place = place.resolve()
    nearest = (next((p for p in (place, *place.parents) if holds(FolderSource(p), p.name)), None) for holds in _HOLDS)
    # Memories of several formats may stand at several heights; a root above them all shows them all.
    root = min((p for p in nearest if p), key=lambda p: len(p.parts), default=place)
    records = Records(root if kept else None)
    return Repository(root, _relative(place, root), FolderSource(root), None, no_git, None, None, None, records)


def path_from_root(repository: Repository, name: str) -> str | None:
    """Return a path, given from where the memory is looked for, as one from the root; None if it leads out.

    A path that exists only from the root is taken for that one.
    """
    start = f"{repository.start}/" if repository.start not in {"", "."} else ""
    paths = (posixpath.normpath(begin + name.replace(os.sep, "/")) for begin in (start, ""))
    inside = [path for path in paths if path != "." and not path.startswith(("..", "/"))]
    return next((path for path in inside if repository.source.holds(path)), inside[0] if inside else None)


def _relative(place: Path, root: Path) -> str:
    try:
        relative = place.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return ""
    return "" if relative == "." else relative


def find_memories(repository: Repository, named: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the memories of the agent-memory layout to check, and the others. Raises NoMemoryError."""
    chosen, others = memories(repository, named)
    if not chosen:
        raise no_memory(repository, others)
    return chosen, others


def memories(repository: Repository, named: Iterable[str], *, nearest: bool = False) -> tuple[list[str], list[str]]:
    """Return the memories to check, which may be none, and the others that the repository holds.

    The nearest one is among them if none is named, or if it is asked for. Those of another layout are left
    out. Raises NoMemoryError if one that is named does not exist.
    """
    named = [folder for folder in dict.fromkeys(named) if not _is_of_another_layout(repository.source, folder)]
    for folder in named:
        if not is_memory(repository.source, folder):
            raise NoMemoryError(f"the configuration names the memory {folder!r}, and there is none")
    above = memory_above(repository.source, repository.start) if nearest or not named else None
    chosen = list(dict.fromkeys([*named, *([above] if above else [])]))
    others = _all_memories(repository) - set(chosen)
    return chosen, sorted(folder for folder in others if is_memory(repository.source, folder))


def holds_memory(source: Source, folder: str) -> bool:
    """Whether a folder is a memory of any layout."""
    return is_memory(source, folder) or _is_of_another_layout(source, folder)


def _is_of_another_layout(source: Source, folder: str) -> bool:
    return is_workspace(source, folder) or (place_named(source, folder) is not None and not is_memory(source, folder))


def workspaces(repository: Repository, named: Iterable[str], *, nearest: bool = False) -> tuple[list[str], list[str]]:
    """Return the TSVC workspaces to check, which may be none, and the others that the repository holds."""
    chosen = list(dict.fromkeys(folder for folder in named if is_workspace(repository.source, folder)))
    above = workspace_above(repository.source, repository.start) if nearest or not chosen else None
    chosen += [above] if above is not None and above not in chosen else []
    return chosen, sorted(workspaces_among(_marked(repository)) - set(chosen))


def no_memory(repository: Repository, others: Sequence[str], *also: str) -> NoMemoryError:
    """Return the error that nothing was recognised, with the memories elsewhere that could be meant.

    ``also`` are the kinds of memory that were looked for besides the usual one.
    """
    where = repository.start or "."
    near = ", ".join(os.path.relpath(repository.root / other) for other in others[:3])
    hint = f"; there is one in {near}: name it as PATH" if others else ""
    return NoMemoryError(
        f"no memory found at {where} or above it ({', '.join((_USUAL, *also))}), so nothing was checked{hint}"
    )


def _all_memories(repository: Repository) -> set[str]:
    return memories_among(iter(_marked(repository)))


@lru_cache(maxsize=1)
def _marked(repository: Repository) -> Sequence[str]:
    """Return the paths by which memories are recognised, perhaps among others."""
    if isinstance(repository.source, GitSource):
        return [path for path in repository.source.files("") if isinstance(path, str)]
    if repository.git:
        return repository.git.tracked(_MARKS)
    return list(_walk(repository.root))


def _walk(root: Path) -> Iterator[str]:
    start = len(str(root).rstrip(os.sep)) + 1
    footprint = current()
    for folder, folders, names in os.walk(root):
        if footprint:
            footprint.look(folder)
        inside = folder[start:].replace(os.sep, "/")
        folders[:] = sorted(n for n in folders if not n.startswith(".") and n != "node_modules")
        if inside and inside.count("/") + 1 >= _WALK_DEPTH:
            folders.clear()
        # Any log shows what its folder is, and there may be very many.
        shown = names[:1] if inside.endswith("memory/sessions") else names
        yield from (f"{inside}/{name}" if inside else name for name in shown)
