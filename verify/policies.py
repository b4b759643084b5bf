"""Which windows of a memory's own decay policy a branch widened: they judge it, so it is said."""

from collections.abc import Iterator, Mapping

from verify.model.memory import Windows
from verify.model.report import Report
from verify.readers.agent_memory import policy_windows
from verify.readers.repository import Repository
from verify.whereabouts import followed

_FILE = "decay-policy.md"


def widened(repository: Repository, before: Repository, earlier: Report, renamed: Mapping[str, str]) -> str | None:
    """Return how the windows of the memories that were read before are wider now; None if none is."""
    folders = [store.path for store in earlier.stores if store.checked]
    told = [text for folder in folders for text in _told(repository, before, folder, renamed)]
    return f"windows that the checked state widened itself: {'; '.join(told)}" if told else None


def _told(repository: Repository, before: Repository, folder: str, renamed: Mapping[str, str]) -> Iterator[str]:
    old = _windows(before, folder)
    for place in followed(repository, (folder,), renamed):
        new = _windows(repository, place)
        wider = [name for name in _NAMES if getattr(new, name) > getattr(old, name)]
        if wider:
            changes = (f"{name} {getattr(old, name)} -> {getattr(new, name)}" for name in wider)
            yield f"{place}/{_FILE}: {', '.join(changes)}"


_NAMES = Windows.__struct_fields__


def _windows(repository: Repository, folder: str) -> Windows:
    path = f"{folder}/{_FILE}"
    return policy_windows(path, repository.log(path) if repository.source.holds(path) else "")
