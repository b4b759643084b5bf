"""What is known already of the history of a repository: from this run, or kept from earlier ones."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from verify import __version__
from verify.errors import GitError
from verify.git import Git
from verify.pack_table import DamagedError
from verify.readers.known_commits import KnownCommits
from verify.readers.known_versions import KnownVersions
from verify.store import Store, folder_for, is_wanted

_FORMAT = 2


class Records:
    """The commits and the versions that need not be read again. Without ``git`` nothing is kept between runs.

    If what was kept is damaged it is thrown away, and GitError raised where it was wanted.
    """

    def __init__(self, git: Git | None = None) -> None:
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
        if self._git is None or self._git.shallow or not is_wanted():
            return None
        try:
            # A partial clone may lack any object, and asking for many that it lacks is slow.
            folder = None if self._git.partial else folder_for(self._git.common_folder)
            return Store(folder, _version()) if folder else None
        except (GitError, OSError):
            return None


def _version() -> str:
    """Return what the records depend on: this tool, and whether its sources were changed meanwhile."""
    changed = max(file.stat().st_mtime_ns for file in Path(__file__).parent.glob("*.py"))
    return f"{__version__} {_FORMAT} {changed}"
