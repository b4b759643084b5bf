"""Links that lead nowhere, and where they probably should."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from verify.errors import GitError
from verify.graph.index.naming import Naming
from verify.graph.index.resolution import Resolution
from verify.model.index import Link
from verify.model.index_history import PageHistory
from verify.model.location import CommitId, Location

_NEAREST_CAP = 100
_LOOKED_UP_CAP = 300
"""Paths that one command line holds for sure."""


class Dangling(Struct, frozen=True):
    """A link to what does not exist. ``once`` says that git had it, ``now`` what it is called today.

    ``offered`` is the file that is meant, as far as its name tells.
    """

    written: str
    location: Location
    offered: str | None
    once: bool = False
    now: str | None = None

    @property
    def hint(self) -> str:
        """What to look at first; empty where nothing is known."""
        if self.now:
            return f"; git had it, and it is {self.now} now"
        once = "; git had it once" if self.once else ""
        return once + (f"; did you mean {self.offered}?" if self.offered else "")


class Missing:
    """Looks up all missing targets of a store at once."""

    def __init__(
        self, links: Sequence[Link], resolution: Resolution, naming: Naming, history: PageHistory | None
    ) -> None:
        self._links = links
        self._resolution = resolution
        self._naming = naming
        self._history = history
        self._nearest: dict[str, str | None] = {}

    def dangling(self, link: Link) -> Dangling:
        """Return what is known of a missing target."""
        had = next((path for path in self._resolution.candidates(link) if path in self._former), None)
        now = self._former[had] if had else None
        offered = now or self._resolution.without_climbing(link) or self.near(link.path)
        return Dangling(link.written, link.location, offered, had is not None, now)

    def offered_for(self, link: Link) -> str | None:
        """Return the file that has the name in another spelling, or that git renamed it to."""
        now = next((path for one in self._resolution.candidates(link) if (path := self._former.get(one))), None)
        page = self._naming.folded(link.path)
        return now or (page.path if page else None)

    def near(self, path: str) -> str | None:
        """Return the page whose name is most like a path; none any more after many questions."""
        if path not in self._nearest and len(self._nearest) < _NEAREST_CAP:
            self._nearest[path] = self._naming.nearest(path)
        return self._nearest.get(path)

    @cached_property
    def _former(self) -> Mapping[str, str | None]:
        """The missing paths that git had once, each with its name of today where git knows it."""
        paths = dict.fromkeys(path for link in self._links for path in self._resolution.candidates(link) if path)
        if self._history is None or not paths:
            return {}
        try:
            return _looked_up(self._history, list(paths)[:_LOOKED_UP_CAP])
        except GitError:
            # Only a hint: what is missing of the history takes nothing from the finding.
            return {}


def _looked_up(history: PageHistory, paths: Sequence[str]) -> dict[str, str | None]:
    last: dict[str, CommitId] = {}
    for version in history.versions(paths):
        if version.blob:
            last[version.path] = version.commit
    commits = sorted(set(last.values()))
    renamed = dict(zip(commits, history.renamed(commits), strict=True)) if commits else {}
    return {path: renamed[commit].get(path) for path, commit in last.items()}
