"""The files of a commit or of the index."""

import os
import posixpath
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from verify.git import SUBMODULE, SYMBOLIC_LINK, Git, TreeEntry
from verify.model.report import Problem, ProblemKind
from verify.readers.source import SIZE_CAP, FolderSource, Identity, Source, SparseSource, linked, too_large

_HOPS = 8
"""How many symbolic links are followed to see where they lead."""


def work_tree(git: Git) -> Source:
    """Return the files of a work tree; what a sparse checkout left out comes from the index."""
    folder = FolderSource(git.root)
    left_out = git.left_out()
    return SparseSource(folder, GitSource(git, left_out)) if left_out else folder


class GitSource:
    """The files of a commit or of the index."""

    def __init__(self, git: Git, entries: Iterable[TreeEntry]) -> None:
        self._git = git
        self._entries = {entry.path: entry for entry in entries if entry.mode != SUBMODULE}
        self._sorted = sorted(self._entries)

    def files(self, folder: str) -> Iterator[str | Problem]:
        start = f"{folder}/" if folder else ""
        for path in self._sorted[bisect_left(self._sorted, start) :]:
            if not path.startswith(start):
                break
            yield self._problem(path) or path
        if folder in self._entries and (problem := self._problem(folder)):
            yield problem

    def _problem(self, path: str) -> Problem | None:
        entry = self._entries[path]
        if entry.unmerged:
            message = "is not merged yet; resolve the conflict and add the file"
            return Problem(ProblemKind.UNREADABLE, path, None, message)
        return linked(path) if entry.mode == SYMBOLIC_LINK else None

    def holds(self, path: str) -> bool:
        if path in self._entries:
            return True
        behind = bisect_left(self._sorted, f"{path}/")
        return behind < len(self._sorted) and self._sorted[behind].startswith(f"{path}/")

    def lists(self, path: str) -> bool:
        leads_out = self.link_leads_out(path)
        return self.holds(path) if leads_out is None else not leads_out

    def keeps(self, path: str) -> bool:
        return self.holds(path) or self._behind_link(path)

    def _behind_link(self, path: str) -> bool:
        """Whether a folder on the way is a symbolic link: what lies behind it is there for all that is known."""
        parts = path.split("/")
        above = (self._entries.get("/".join(parts[:length])) for length in range(1, len(parts)))
        return any(entry is not None and entry.mode == SYMBOLIC_LINK for entry in above)

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | Problem]]:
        found = [path for path in paths if path in self._entries]
        plain = [path for path in found if not self._problem(path)]
        yield from ((path, problem) for path in found if (problem := self._problem(path)))
        contents = self._git.blobs((self._entries[path].blob for path in plain), SIZE_CAP)
        for path, (_, content) in zip(plain, contents, strict=True):
            yield path, too_large(path) if content is None else content

    def identities(self, paths: Iterable[str]) -> Iterator[tuple[str, Identity]]:
        plain = (path for path in paths if path in self._entries and not self._problem(path))
        yield from ((path, self._entries[path].blob) for path in plain)

    def link_leads_out(self, path: str) -> bool | None:
        parts, followed = path.split("/"), None
        for _ in range(_HOPS):
            at = next((n for n in range(len(parts)) if self._is_link("/".join(parts[: n + 1]))), None)
            if at is None:
                return followed
            target = posixpath.join(*parts[:at], self._target("/".join(parts[: at + 1])), *parts[at + 1 :])
            parts, followed = posixpath.normpath(target).split("/"), False
            if parts[0] in {"", ".."}:
                return True
        return followed

    def _is_link(self, path: str) -> bool:
        return path in self._entries and self._entries[path].mode == SYMBOLIC_LINK

    def _target(self, path: str) -> str:
        contents = self._git.blobs([self._entries[path].blob], SIZE_CAP)
        return next(os.fsdecode(content or b".") for _, content in contents)
