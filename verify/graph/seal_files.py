"""How the files of a memory differ from those that were sealed."""

from collections.abc import Collection, Iterator

from verify.graph.past import Past
from verify.graph.unsealed import Unsealed, Way, came_back
from verify.model.seal import SealedStore

_TURNED = "has other line ends than it was sealed with, and nothing else changed"


def file_differences(folder: str, store: SealedStore, past: Past | None, told: Collection[str]) -> Iterator[Unsealed]:
    """Yield each file that differs and of which nothing was told yet, sorted by path."""
    sealed = {file.path: file for file in store.manifest.files}
    present = store.present
    homeless = {file.digest: file.path for file in sealed.values() if file.path not in present.files}
    moved = {path: homeless.get(seen) for path, seen in present.files.items() if path not in sealed}
    accounted = {*told, *(former for path, former in moved.items() if former and path not in told)}
    for path in sorted(sealed.keys() | present.files.keys()):
        if path in accounted:
            continue
        place = f"{folder}/{path}"
        if path not in present.files:
            line = sealed[path].line
            yield Unsealed(place, store.manifest.path, line, Way.REMOVED, f"the file {place} was removed")
        elif path not in sealed:
            yield _inserted(place, folder, moved[path])
        elif path in present.turned:
            yield Unsealed(place, place, 1, Way.ALTERED, f"the file {place} {_TURNED}")
        elif present.files[path] != sealed[path].digest:
            yield _altered(place, past)


def _inserted(place: str, folder: str, former: str | None) -> Unsealed:
    if former:
        return Unsealed(place, place, 1, Way.MOVED, f"the file {place} was moved from {folder}/{former}")
    return Unsealed(place, place, 1, Way.INSERTED, f"the file {place} was inserted")


def _altered(place: str, past: Past | None) -> Unsealed:
    if past and came_back(_versions(place, past)):
        return Unsealed(place, place, 1, Way.REPLAYED, f"the file {place} was replayed from an older version")
    return Unsealed(place, place, 1, Way.ALTERED, f"the file {place} was altered")


def _versions(place: str, past: Past) -> list[str | None]:
    changes = (change for commit in past.history.commits for side in commit.changes[:1] for change in side)
    return [change.new for change in changes if change.path == place]
