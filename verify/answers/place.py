"""Where git keeps its files, and which files of git and of this tool an answer depends on."""

from __future__ import annotations

import os
import sys
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_GIT = (
    *("HEAD", "index", "config.worktree", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "commondir"),
    *("info/sparse-checkout", "sharedindex"),
)
_COMMON = (
    *("config", "packed-refs", "shallow", "info/exclude", "info/attributes", "info/grafts"),
    *("objects/pack", "objects/info/alternates"),
)
_USER = ("~/.gitconfig", "/etc/gitconfig", "/etc/gitattributes")


NO_GIT = "", ""


def git_folders(place: str, asked: list[str]) -> tuple[str, str] | None:
    """Return the git directory around a folder and the one that all worktrees share; None if it is not known how.

    Outside any both are empty. Where it was looked for is added to ``asked``, also what would make the folder
    itself a bare repository.
    """
    asked.extend(f"{place}/{name}" for name in ("HEAD", "objects", "refs"))
    while True:
        beside = f"{place}/.git"
        asked.append(beside)
        if os.path.isdir(beside):
            return _with_common(beside)
        if os.path.isfile(beside):
            told = _line(beside).removeprefix("gitdir: ")
            return _with_common(os.path.join(place, told)) if told else None
        above = os.path.dirname(place)
        if above == place:
            return NO_GIT
        place = above


def cache_of(place: str, environment: Mapping[str, str]) -> str | None:
    """Return where to keep, in the user's cache, what belongs to a folder outside git."""
    cache = environment.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    name = crc32(place.encode("utf-8", "surrogateescape"))
    # Nothing is written into what is checked.
    outside = os.path.isabs(cache) and not f"{os.path.realpath(cache)}/".startswith(f"{place.rstrip('/')}/")
    return f"{cache}/memory-verify/{name:08x}" if outside else None


def _with_common(folder: str) -> tuple[str, str] | None:
    common = os.path.join(folder, _line(f"{folder}/commondir") or ".")
    # Where references lie in another form, nothing here can tell what HEAD is.
    known = (
        os.path.isdir(f"{common}/objects") and not os.path.lexists(f"{common}/reftable") and _is_known(folder, common)
    )
    return (os.path.normpath(folder), os.path.normpath(common)) if known else None


def _is_known(folder: str, common: str) -> bool:
    """Whether HEAD is a file of a known form that leads to a commit in one step, and the repository is one's own."""
    if os.path.islink(f"{folder}/HEAD") or os.lstat(common).st_uid != os.geteuid():
        return False
    head = _line(f"{folder}/HEAD")
    if not head.startswith("ref: refs/"):
        return len(head) in {40, 64}
    branch = f"{common}/{head.removeprefix('ref: ')}"
    return ".." not in head and not os.path.islink(branch) and not _line(branch).startswith("ref:")


def _line(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.readline(4096).strip()
    except OSError:
        return ""


def git_files(folder: str, common: str, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that tell what is committed, what is staged, and how git was set up."""
    if not folder:
        return
    yield from (f"{folder}/{name}" for name in _GIT)
    yield from (f"{common}/{name}" for name in _COMMON)
    head = _line(f"{folder}/HEAD")
    if head.startswith("ref: "):
        yield f"{common}/{head.removeprefix('ref: ')}"
    yield from (os.path.expanduser(path) for path in _USER)
    settings = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    yield from (f"{settings}/git/{name}" for name in ("config", "attributes", "ignore"))


def tool_files(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the sources of this tool, the folders of its libraries, and the git that it would start."""
    here = tool_folder()
    for package in ("verify", "checks", "reports"):
        yield from _sources(f"{here}/{package}")
    yield from dict.fromkeys((here, *(entry for entry in sys.path if entry)))
    for folder in environment.get("PATH", "").split(os.pathsep):
        yield f"{folder}/git"
        if os.access(f"{folder}/git", os.X_OK):
            return


def tool_folder() -> str:
    """Return where the packages of this tool lie."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _sources(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            listed = list(entries)
    except OSError:
        return
    yield folder
    for entry in listed:
        if not entry.is_dir(follow_symlinks=False):
            yield entry.path
        elif entry.name not in {"__pycache__", "fixtures"}:
            yield from _sources(entry.path)


def is_plain(path: str) -> bool:
    """Whether a file of git's configuration names no other files, and no objects that are elsewhere."""
    if not path.endswith("config"):
        return True
    try:
        with open(path, "rb") as file:
            content = file.read().lower()
    except OSError:
        return True
    return not any(word in content for word in (b"include", b"attributesfile", b"worktree", b"promisor"))
