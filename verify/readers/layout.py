"""Where the parts of an agent-memory layout stand, and what each file is for."""

from collections.abc import Iterator

from verify.model.memory import Role
from verify.readers.source import Source

RECORD_FOLDERS = ("docs/arch-decisions", "docs/adr", "doc/adr", "docs/decisions")
_LIVE = {"continuity.md": Role.CONTINUITY, "vision.md": Role.VISION, "decay-policy.md": Role.POLICY}
_NO_SESSIONS = {"INDEX.md", "README.md"}


def is_memory(source: Source, folder: str) -> bool:
    """Whether a folder is a memory: one of its three marks is enough."""
    return any(source.holds(f"{folder}/{name}") for name in ("continuity.md", "sessions", "decay-policy.md"))


def memory_above(source: Source, start: str) -> str | None:
    """Return the nearest memory in a folder or one above it, not above the root."""
    parts = start.split("/") if start not in {"", "."} else []
    for length in range(len(parts), -1, -1):
        folder = "/".join([*parts[:length], "memory"])
        if is_memory(source, folder):
            return folder
    return None


def memories_among(paths: Iterator[str]) -> set[str]:
    """Return the folders of all memories that a list of paths shows."""
    found = set()
    for path in paths:
        folder, name = path.rsplit("/", 1) if "/" in path else ("", path)
        if name in {"continuity.md", "decay-policy.md"} and _is_named_memory(folder):
            found.add(folder)
        elif folder.endswith("/sessions") and _is_named_memory(folder.removesuffix("/sessions")):
            found.add(folder.removesuffix("/sessions"))
    return found


def _is_named_memory(folder: str) -> bool:
    return folder.rsplit("/", 1)[-1] == "memory"


def home(memory: str) -> str:
    """Return the start of every path beside a memory folder: empty, or ending in a slash."""
    folder, slash, _ = memory.rpartition("/")
    return folder + slash


def role_of(memory: str, path: str) -> Role | None:
    """Return what a file below a memory folder is for; None if it is nothing to read."""
    inside = path[len(memory) + 1 :]
    folder, _, name = inside.rpartition("/")
    if name.startswith("."):
        return None
    if not name.endswith(".md"):
        return Role.MISNAMED if folder == "sessions" else Role.OTHER
    if not folder:
        return _LIVE.get(name, Role.GUIDE)
    if folder == "archive":
        return Role.ARCHIVE_INDEX if name.upper().startswith("INDEX") else Role.ARCHIVE
    if folder == "sessions":
        return Role.OTHER if name in _NO_SESSIONS else Role.SESSION
    return Role.OTHER
