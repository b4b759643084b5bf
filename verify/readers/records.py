"""What is known already of the history of a repository: from this run, or kept from earlier ones."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from verify import __version__
from verify.errors import GitError
from verify.git import Git
from verify.pack_table import DamagedError
from verify.readers.known_commits import KnownCommits
from verify.readers.known_files import KnownFiles
from verify.readers.known_versions import KnownVersions
from verify.store import Store, cache_for, folder_for, is_wanted

_FORMAT = 3
_SOURCES = ("readers", "model", "secrets")
"""The packages that decide how a file is read."""
_LIBRARIES = ("markdown_it", "detect_secrets", "phonenumbers", "validators")
"""The libraries that do, or that tell what a secret is: what a newer one would find must not be known as harmless."""


class Records:
    """The commits, versions and files that need not be read again. Without ``root`` nothing is kept between runs.

    If what was kept of the history is damaged it is thrown away, and GitError raised where it was wanted.
    """

    def __init__(self, root: Path | None = None, git: Git | None = None) -> None:
        self._root = root
        self._git = git
        self._commits: dict[tuple[str, ...], KnownCommits] = {}
        self._versions: KnownVersions | None = None
        self._afresh = False

    def commits(self, folders: Sequence[str]) -> KnownCommits:
        """Return the commits that are known with their changes of some folders."""
        key = tuple(folders)
        if key not in self._commits:
            with self._throwing_away():
                self._commits[key] = KnownCommits(key, self._store, afresh=self._afresh)
        return self._commits[key]

    @property
    def versions(self) -> KnownVersions:
        """The facts of each version that is known."""
        if self._versions is None:
            with self._throwing_away():
                self._versions = KnownVersions(self._store, afresh=self._afresh)
        assert self._versions
        return self._versions

    @cached_property
    def files(self) -> KnownFiles:
        """The files of memories that are known."""
        return KnownFiles(self._store, str(self._root))

    def confirm(self, git: Git) -> None:
        """Raise GitError if this clone lacks an object of which only an earlier run has told."""
        known = (*self._commits.values(), *((self._versions,) if self._versions else ()))
        objects = [name for one in known for name in one.doubtful]
        if objects and git.lacks(objects):
            raise GitError("an object that was there in an earlier run is missing from this clone")
        for one in known:
            one.doubtful.clear()

    def forget(self) -> bool:
        """Go on without what earlier runs have told; tell whether they told anything."""
        told = self._store is not None and not self._afresh
        self._commits, self._versions, self._afresh = {}, None, True
        return told

    def save(self) -> None:
        """Keep what is new."""
        for one in (*self._commits.values(), *((self._versions,) if self._versions else ())):
            one.save()

    @contextmanager
    def _throwing_away(self) -> Iterator[None]:
        try:
            yield
        except DamagedError as error:
            if self._store:
                self._store.throw_away()
            raise GitError("what earlier runs have kept is damaged") from error

    @cached_property
    def _store(self) -> Store | None:
        if self._root is None or not is_wanted():
            return None
        try:
            folder = _folder(self._git) if self._git else cache_for(self._root)
            return Store(folder, _version()) if folder else None
        except (GitError, OSError):
            return None


def _folder(git: Git) -> Path | None:
    # A partial clone may lack any object, and asking for many that it lacks is slow.
    return None if git.shallow or git.partial else folder_for(git.common_folder)


def _version() -> str:
    """Return what the records depend on: this tool and its libraries, and whether any was changed meanwhile."""
    package = Path(__file__).parent.parent
    sources = (file for folder in _SOURCES for file in package.glob(f"{folder}/*.py"))
    changed = max(file.stat().st_mtime_ns for file in sources)
    # To import a library takes longer than what is kept saves.
    found = (find_spec(name) for name in _LIBRARIES)
    states = (Path(spec.origin).stat() for spec in found if spec and spec.origin)
    libraries = " ".join(f"{state.st_mtime_ns} {state.st_size}" for state in states)
    return f"{__version__} {_FORMAT} {changed} {libraries}"
