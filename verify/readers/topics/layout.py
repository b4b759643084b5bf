"""Where a TSVC workspace stands, and what each file in it is for."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto

from verify.readers.source import Source

INDEX = "topic_files/index.json"
PENDING = "pending-reset.json"
NEXT_TOPIC = "next-topic.txt"
LOCK = ".switch-lock"
TELEMETRY = ("switch-telemetry.jsonl", "telemetry/switches.jsonl")
_HOMES = ("tsvc", ".openclaw/workspace/tsvc", "")
_EARLY = re.compile(r"topic_[^/]*/state\.md")
_ARCHIVE = re.compile(r"archive_[^/]*\.jsonl")


class FileRole(Enum):
    """What a file of a workspace is for."""

    INDEX = auto()
    STATE = auto()
    CONVERSATION = auto()
    ARCHIVE = auto()
    PROTOCOL_CONVERSATION = auto()
    WHERE_ARE_WE = auto()
    CONTEXT = auto()
    ACTIVE_STATE = auto()
    METRICS = auto()
    TRANSIENT = auto()
    TELEMETRY = auto()


_FIXED = {
    INDEX: FileRole.INDEX,
    "active-state.json": FileRole.ACTIVE_STATE,
    "metrics.json": FileRole.METRICS,
    PENDING: FileRole.TRANSIENT,
    NEXT_TOPIC: FileRole.TRANSIENT,
    **dict.fromkeys(TELEMETRY, FileRole.TELEMETRY),
}
_OF_A_TOPIC = {
    "state.json": FileRole.STATE,
    "conversation.jsonl": FileRole.CONVERSATION,
    "where-are-we.md": FileRole.WHERE_ARE_WE,
}
FIXED = tuple(_FIXED)
FOLDERS = ("topic_files", "contexts", "conversations")


def below(root: str, inside: str) -> str:
    """Return a path inside a workspace as one from the root of the repository."""
    return f"{root}/{inside}" if root else inside


def is_workspace(source: Source, root: str) -> bool:
    """Whether a folder is a workspace whose index can be looked at."""
    return source.holds(below(root, INDEX))


def workspace_above(source: Source, start: str) -> str | None:
    """Return the nearest workspace at a folder or above it, not above the root; one of an early design last."""
    parts = start.split("/") if start not in {"", "."} else []
    for length in range(len(parts), -1, -1):
        homes = ["/".join([*parts[:length], home] if home else parts[:length]) for home in _HOMES]
        found = next((home for home in homes if is_workspace(source, home)), None)
        if found is None:
            found = next((home for home in homes[:2] if is_early(source, home)), None)
        if found is not None:
            return found
    return None


def is_early(source: Source, root: str) -> bool:
    """Whether a folder is laid out as in the early design, of which no tool ever wrote."""
    if not root or not source.holds(root):
        return False
    paths = (path for path in source.files(root) if isinstance(path, str))
    return any(_EARLY.fullmatch(path[len(root) + 1 :]) for path in paths)


def workspaces_among(paths: Iterable[str]) -> set[str]:
    """Return the roots of all workspaces that a list of paths shows."""
    return {path[: -len(INDEX)].rstrip("/") for path in paths if path == INDEX or path.endswith(f"/{INDEX}")}


def role_of(root: str, path: str) -> FileRole | None:
    """Return what a file is for; None if it is nothing to read."""
    inside = path[len(root) + 1 :] if root else path
    parts = inside.split("/")
    if inside in _FIXED:
        return _FIXED[inside]
    match parts:
        case ["topic_files", _, name]:
            return FileRole.ARCHIVE if _ARCHIVE.fullmatch(name) else _OF_A_TOPIC.get(name)
        case ["contexts", name] if name.endswith(".md"):
            return FileRole.CONTEXT
        case ["conversations", name] if name.endswith(".jsonl"):
            return FileRole.PROTOCOL_CONVERSATION
    return None


def topic_of(path: str, role: FileRole) -> str:
    """Return the topic that a file belongs to by its place; the path itself where it belongs to none."""
    parts = path.split("/")
    if role in {FileRole.CONTEXT, FileRole.PROTOCOL_CONVERSATION}:
        return parts[-1].rpartition(".")[0]
    of_a_topic = role in {FileRole.STATE, FileRole.CONVERSATION, FileRole.ARCHIVE, FileRole.WHERE_ARE_WE}
    return parts[-2] if of_a_topic else path


def hides(root: str, path: str) -> bool:
    """Whether what cannot be listed here may be, or hold, a file of the workspace."""
    inside: Sequence[str] = (path[len(root) + 1 :] if root else path).split("/")
    if role_of(root, path) is not None or len(inside) == 1:
        return True
    return inside[0] == "topic_files" and len(inside) == 2
