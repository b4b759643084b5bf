"""Where memories with an index stand, and what each file in them is for."""

import re
from collections.abc import Iterator

from msgspec import Struct

from verify.model.page_kind import PageKind
from verify.model.store import StoreFormat
from verify.readers.source import Source

INDEX = "MEMORY.md"
RULES = ".claude/rules"
STORES = (INDEX, ".serena/memories", "memory-bank")
"""What they are recognised by, in short."""
INSIDE = frozenset({"memory", ".claude"})
"""Names of folders whose index belongs to the folder above them."""
_SERENA = ".serena/memories"
_BANKS = ("memory-bank", ".kilocode/rules/memory-bank")
_BANK_FILES = {
    *("projectbrief", "productcontext", "activecontext", "systempatterns", "techcontext", "progress"),
    *("brief", "context"),
}
_LAYOUT = {"continuity.md", "vision.md", "decay-policy.md", "smoke-test.md", "instructions.md", "protocol.md"}
_ABOUT = {"readme.md", "index.md", "_index.md"}
_PUT_AWAY = {"archive", "archived", "templates"}
_NOTE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Place(Struct, frozen=True):
    """One store: its folder, its indexes, and the folder in which it was found, empty for the root."""

    format: StoreFormat
    folder: str
    workspace: str
    indexes: tuple[str, ...] = ()


def places_above(source: Source, start: str) -> list[Place]:
    """Return the stores of the nearest folder, from ``start`` up to the root, that has any."""
    parts = start.split("/") if start not in {"", "."} else []
    for length in range(len(parts), -1, -1):
        if length and parts[length - 1] in INSIDE:
            continue
        if found := list(places_in(source, "/".join(parts[:length]))):
            return found
    return []


def places_in(source: Source, workspace: str) -> Iterator[Place]:
    """Yield the stores of one folder."""
    start = f"{workspace}/" if workspace else ""
    if _is_file(source, index := f"{start}.claude/memory/{INDEX}"):
        yield Place(StoreFormat.CLAUDE_MEMORY, f"{start}.claude/memory", workspace, (index,))
    indexes = [path for name in (f"memory/{INDEX}", INDEX) if _is_file(source, path := start + name)]
    if indexes:
        yield Place(StoreFormat.CLAUDE_MEMORY, f"{start}memory", workspace, tuple(indexes))
    if any(path.endswith(".md") for path in _files(source, start + _SERENA)):
        yield Place(StoreFormat.SERENA, start + _SERENA, workspace)
    yield from (
        Place(StoreFormat.MEMORY_BANK, start + bank, workspace) for bank in _BANKS if _is_bank(source, start + bank)
    )


def place_named(source: Source, folder: str) -> Place | None:
    """Return the store that the configuration names by its folder, or by that of its index."""
    for depth in range(folder.count("/") + 2):
        workspace = folder.rsplit("/", depth)[0] if depth <= folder.count("/") else ""
        for place in places_in(source, workspace):
            if place.folder == folder:
                return place
    return None


def holds_stores(source: Source, name: str) -> bool:
    """Whether a folder of this name, without git around it, holds stores."""
    return name not in INSIDE and next(places_in(source, ""), None) is not None


def kind_of(place: Place, path: str) -> PageKind | None:
    """Return what a file of a store is for; None if it is nothing to read."""
    if path in place.indexes:
        return PageKind.INDEX
    inside = path[len(place.folder) + 1 :]
    *folders, name = inside.casefold().split("/")
    if not name.endswith(".md") or any(part.startswith(".") for part in (*folders, name)) or "node_modules" in folders:
        return None
    if place.indexes and folders[:1] == ["sessions"]:
        return None
    is_layout = place.indexes and not folders and name in _LAYOUT
    if name in _ABOUT or is_layout or not _PUT_AWAY.isdisjoint(folders):
        return PageKind.OTHER
    return PageKind.NOTE if _NOTE.match(name) else PageKind.MEMORY


def _is_bank(source: Source, folder: str) -> bool:
    names = {path[len(folder) + 1 :].removesuffix(".md").casefold() for path in _files(source, folder)}
    return len(names & _BANK_FILES) > 1


def _files(source: Source, folder: str) -> Iterator[str]:
    return (path for path in source.files(folder) if isinstance(path, str)) if source.holds(folder) else iter(())


def _is_file(source: Source, path: str) -> bool:
    """Whether an index stands there: spelled so, and reached without a symbolic link."""
    return source.holds(path) and source.lists(path) and source.link_leads_out(path) is None
