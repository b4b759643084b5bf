"""Where the files stand that tell agents how to work."""

from collections.abc import Iterator
from itertools import islice

from verify.readers.source import Source

_NAMES = (
    *("AGENTS.md", "CLAUDE.md", "CONVENTIONS.md", "GEMINI.md", ".cursorrules", ".windsurfrules", ".clinerules"),
    ".github/copilot-instructions.md",
)
_FOLDERS = {".cursor/rules": ".mdc", ".clinerules": ".md"}


def places(source: Source, folder: str) -> Iterator[str]:
    """Yield the files of one folder; a symbolic link only repeats another file."""
    start = f"{folder}/" if folder else ""
    for name in _NAMES:
        if source.holds(start + name) and source.link_leads_out(start + name) is None:
            yield start + name
    for below, ending in _FOLDERS.items():
        if source.holds(start + below):
            yield from (path for path in source.files(start + below) if isinstance(path, str) and path.endswith(ending))


def folders_with_several(source: Source, start: str) -> list[str]:
    """Return the folders, from the root to where the memory is looked for, in which two or more stand."""
    parts = start.split("/") if start not in {"", "."} else []
    folders = ("/".join(parts[:length]) for length in range(len(parts) + 1))
    return [folder for folder in folders if len(list(islice(places(source, folder), 2))) > 1]
