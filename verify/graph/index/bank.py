"""What a memory bank should hold: its core files, and a file for each task in its list."""

import re
from collections.abc import Iterator

from msgspec import Struct

from verify.model.index import IndexStore, Page
from verify.model.location import Location

_CLINE = ("projectbrief", "productContext", "activeContext", "systemPatterns", "techContext", "progress")
_ROO = ("productContext", "activeContext", "systemPatterns", "decisionLog", "progress")
_ENOUGH = 4
# A part of a task may have a letter behind the number, and stand in the file of the whole.
_TASK = re.compile(r"\bTASK(\d{1,6})(?!\d)")
_FIRST = re.compile(r"[\s\[\]xX*_`~(#-]{0,20}(TASK(\d{1,6})[A-Za-z]?)\b")
_FILE = re.compile(r"(TASK(\d{1,6})[A-Za-z]?)(?![A-Za-z\d])[^/]*\.md")


class Task(Struct, frozen=True):
    """A task that only the list has, or only a file."""

    id: str
    location: Location
    has_file: bool


def missing_core_files(store: IndexStore) -> list[str]:
    """Return the core files that a bank of a known shape lacks."""
    present = {page.stem.casefold() for page in store.pages if page.path == f"{store.path}/{page.name}"}
    wanted = _ROO if "decisionlog" in present else _CLINE
    enough = sum(name.casefold() in present for name in _CLINE) >= _ENOUGH
    return [f"{name}.md" for name in wanted if name.casefold() not in present] if enough else []


def stray_tasks(store: IndexStore) -> Iterator[Task]:
    """Yield each task of the list without a file, and each file whose number the list lacks."""
    folder = f"{store.path}/tasks/"
    listing = next((page for page in store.pages if page.path == f"{folder}_index.md"), None)
    if listing is None:
        return
    below = (page for page in store.pages if page.path.startswith(folder))
    files = {page.path: match for page in below if (match := _FILE.match(page.name))}
    told = {int(match.group(2)) for match in files.values()}
    for task, number, location in _listed(listing):
        if number not in told:
            told.add(number)
            yield Task(task, location, has_file=False)
    named = {int(number) for line in listing.lines for number in _TASK.findall(line)}
    for path, match in files.items():
        if int(match.group(2)) not in named:
            yield Task(match.group(1), Location(path), has_file=True)


def _listed(listing: Page) -> Iterator[tuple[str, int, Location]]:
    """Yield the task that begins each item or row of the list, with its number."""
    for item in listing.items:
        starts = (match for part in item.text.split(" | ") if (match := _FIRST.match(part)))
        if match := next(starts, None):
            yield match.group(1), int(match.group(2)), item.location
