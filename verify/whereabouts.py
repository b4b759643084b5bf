"""Where a branch took the memories that it found, and which of them it lost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from verify.model.report import Problem, ProblemKind, Report
from verify.readers.repository import Repository, holds_memory
from verify.recorded import is_below

_ROOT = "."
"""How a workspace that is the whole repository is called."""
_LOST = (
    "this memory of the base is gone and was not moved as a whole, so what it held was not checked; "
    "bring it back, or let an [[ignore]] of the base accept that"
)


def existing(repository: Repository, folders: Iterable[str]) -> tuple[str, ...]:
    """Return those of some memories that a state has."""
    return tuple(folder for folder in folders if holds_memory(repository.source, folder))


def followed(repository: Repository, folders: Iterable[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """Yield where the memories in some folders are now: in these, or where their files were moved."""
    for folder in folders:
        yield from existing(repository, (folder,)) or existing(repository, _homes(folder, renamed))


def _homes(folder: str, renamed: Mapping[str, str]) -> list[str]:
    """Return the folders into which files of a folder were moved under their names, that of most first."""
    inside = (path for path in renamed if not folder or is_below(path, folder))
    ends = ((path.removeprefix(folder) if folder else f"/{path}", renamed[path]) for path in inside)
    homes = Counter(new.removesuffix(end) for end, new in ends if new.endswith(end))
    return sorted(homes, key=lambda home: (-homes[home], home))


def lost(
    repository: Repository, now: Report, before: Report, renamed: Mapping[str, str], target: Repository
) -> tuple[Problem, ...]:
    """Return a problem for each memory that was read before and is nowhere now, but is in the target still."""
    read = {store.path for store in now.stores if store.checked}
    folders = ["" if store.path == _ROOT else store.path for store in before.stores if store.checked]
    gone = [folder for folder in folders if not existing(repository, (folder,))]
    missed = [folder for folder in gone if read.isdisjoint(existing(repository, _homes(folder, renamed)))]
    return tuple(Problem(ProblemKind.LOST_MEMORY, folder or _ROOT, None, _LOST) for folder in existing(target, missed))
