"""The code that anchors point to: found, parsed, and followed through history; read only when asked for."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from verify.git import Git
from verify.model.anchor import Anchor, Sighting, Standing
from verify.model.history import Commit
from verify.model.location import BlobId, CommitId
from verify.model.report import Problem
from verify.readers.git_source import GitSource
from verify.readers.history import blob_ids
from verify.readers.layout import home
from verify.readers.repository import Repository
from verify.readers.source import SIZE_CAP
from verify.readers.walk import path_commits
from verify.syntax import LANGUAGES, Syntax, Unreadable, known_language, read_syntax

_DRIVE = re.compile(r"[A-Za-z]:")
_SUBMODULE = re.compile(rb"^[ \t]*path[ \t]*=[ \t]*\"?([^\"\n]{1,4096}?)/?\"?[ \t\r]*$", re.MULTILINE)
_PATHS_CAP = 1000
"""Files that are looked at; their names go to git on one command line."""
_PAIRS_CAP = 50
_PREFERENCE = (Standing.FOUND, Standing.UNKNOWN, Standing.NO_SYMBOL, Standing.NO_FILE, Standing.OUTSIDE)


class AnchoredFiles:
    """The anchored files of one memory, in the checked state and in history."""

    def __init__(self, repository: Repository, memory: str, *, history: bool) -> None:
        self._history = history
        self._repository = repository
        self._homes = dict.fromkeys(("", home(memory)))
        self._wanted: dict[str, set[str | None]] = {}
        self._now: dict[str, Syntax | Unreadable] = {}
        self._past: dict[tuple[BlobId, str], Syntax | Unreadable] = {}
        self._submodules: tuple[str, ...] = ()
        self._looked: set[str] = set()

    @property
    def _git(self) -> Git:
        assert self._repository.git, "history is asked for only where there is one"
        return self._repository.git

    def look(self, anchors: Iterable[Anchor]) -> Mapping[Anchor, Sighting]:
        places = {anchor: list(self._places(anchor)) for anchor in anchors}
        for anchor, paths in places.items():
            for path in paths:
                self._wanted.setdefault(path, set()).add(anchor.symbol)
        paths = list(islice(self._wanted, _PATHS_CAP))
        self._looked = set(paths)
        self._read(paths)
        return {anchor: self._best(anchor, paths) for anchor, paths in places.items()}

    def _places(self, anchor: Anchor) -> Iterator[str]:
        """Yield what a path may mean: from the root, and from where the memory lies; nothing outside."""
        if anchor.path.startswith(("/", "~")) or _DRIVE.match(anchor.path) or "\0" in anchor.path:
            return
        for start in self._homes:
            path = posixpath.normpath(start + anchor.path)
            if path != ".." and not path.startswith("../"):
                yield path

    def _read(self, paths: Sequence[str]) -> None:
        source, git = self._repository.source, self._repository.git
        for _, content in source.read([".gitmodules"]) if paths else ():
            found = _SUBMODULE.findall(content) if isinstance(content, bytes) else []
            self._submodules = tuple(path.decode("utf-8", "surrogateescape") for path in found)
        name = blob_ids("sha256" if self._repository.head and len(self._repository.head) > 40 else "sha1")
        for path, content in source.read(paths):
            if isinstance(content, Problem):
                self._now[path] = Unreadable(content.message.partition(";")[0])
            else:
                syntax = self._now[path] = read_syntax(path, content, self._wanted[path])
                if git:
                    self._past[name(content), path] = syntax

    def _best(self, anchor: Anchor, paths: list[str]) -> Sighting:
        found = [self._sighting(path, anchor.symbol) for path in paths] or [Sighting(Standing.OUTSIDE, anchor.path)]
        return min(found, key=lambda sighting: _PREFERENCE.index(sighting.standing))

    def _sighting(self, path: str, symbol: str | None) -> Sighting:
        source = self._repository.source
        if path not in self._looked:
            return _unknown(path, f"is not among the first {_PATHS_CAP} anchored files")
        if any(f"{path}/".startswith(f"{module}/") for module in self._submodules):
            return _unknown(path, "lies in a submodule, which is another repository")
        leads_out = source.link_leads_out(path)
        if leads_out is not None:
            reason = "is reached by a symbolic link, which is not followed"
            return Sighting(Standing.OUTSIDE, path) if leads_out else _unknown(path, reason)
        if path in self._now:
            return _in_syntax(path, symbol, self._now[path])
        if source.holds(path):
            return _unknown(path, "is a folder, and an anchor names a file")
        return Sighting(Standing.NO_FILE, path)

    def version(self, blob: BlobId | None, path: str, symbol: str | None) -> Sighting:
        if blob is None:
            return Sighting(Standing.NO_FILE, path)
        if (blob, path) not in self._past:
            for _, content in self._git.blobs([blob], SIZE_CAP):
                too_large = Unreadable("was too large")
                wanted = self._wanted.get(path, {symbol})
                self._past[blob, path] = too_large if content is None else read_syntax(path, content, wanted)
        return _in_syntax(path, symbol, self._past[blob, path])

    def commits(self, paths: Sequence[str]) -> Sequence[Commit]:
        head = self._repository.head
        return path_commits(self._git, head, paths) if self._history and head and paths else ()

    def converted(self, paths: Sequence[str]) -> frozenset[str]:
        on_disk = not isinstance(self._repository.source, GitSource)
        return self._git.converted(paths) if on_disk and paths else frozenset()

    def renamed(self, gone: Mapping[str, tuple[CommitId, CommitId]]) -> Mapping[str, str]:
        head = self._repository.head
        earlier = list(dict.fromkeys(gone.values()))[:_PAIRS_CAP]
        pairs = [(parent, later) for taker, parent in earlier for later in (taker, head) if later]
        found = self._git.renames(pairs) if pairs else []
        holds = self._repository.source.holds
        return {old: new for renamed in found for old, new in renamed.items() if old in gone and holds(new)}


def _unknown(path: str, reason: str) -> Sighting:
    return Sighting(Standing.UNKNOWN, path, reason=f"{path} {reason}")


def _in_syntax(path: str, symbol: str | None, syntax: Syntax | Unreadable) -> Sighting:
    if isinstance(syntax, Unreadable):
        return _unknown(path, syntax.reason)
    parsed = known_language(path)
    if symbol in syntax.digests:
        return Sighting(Standing.FOUND, path, syntax.digests[symbol], syntax.lines[symbol], parsed=parsed)
    if not parsed:
        return _unknown(path, f"is in no language in which symbols are found ({LANGUAGES})")
    if symbol in syntax.undefined:
        return _unknown(path, f"names {symbol}, but not in a definition that is recognised")
    return Sighting(Standing.NO_SYMBOL, path, names=syntax.names)
