"""Which commits changed one piece of code."""

from bisect import bisect_left

from msgspec import Struct

from verify.graph.file_history import FileHistory
from verify.model.anchor import Anchor, AnchoredCode, Sighting
from verify.model.location import CommitId

_VERSIONS = 20
"""How many commits of a file are asked whether they changed the code; each version has to be parsed."""


class CodeChanges(Struct, frozen=True):
    """The changes of what an anchor names, which is ``now`` as the sighting tells."""

    history: FileHistory
    code: AnchoredCode
    anchor: Anchor
    now: Sighting

    def since(self, looks: list[int]) -> tuple[tuple[CommitId | None, ...], bool]:
        """Return the commits that changed the code since, and whether there may be more.

        Of many commits the newest are asked, or else an older one is found. None is the checked state.
        """
        known = self.history.up_to(looks)
        since = [at for at in self.history.touching.get(self.now.path, ()) if at not in known]
        changing = [at for at in since[-_VERSIONS:] if self._changed(at)]
        uncommitted = not self._is_now(-1)
        if not changing and not uncommitted:
            changing = self._turning_point(since[:-_VERSIONS])
        commits = (*(self.history.commits[at].id for at in changing), *([None] if uncommitted else ()))
        return commits, len(since) > _VERSIONS

    def _is_now(self, at: int) -> bool:
        path = self.now.path
        return self.code.version(self.history.files[at].get(path), path, self.anchor.symbol).digest == self.now.digest

    def _changed(self, at: int) -> bool:
        path, symbol = self.now.path, self.anchor.symbol
        blobs = [(c.old, c.new) for side in self.history.commits[at].changes for c in side if c.path == path]
        ends = ([self.code.version(blob, path, symbol).digest for blob in pair] for pair in blobs)
        return all(old != new for old, new in ends)

    def _turning_point(self, commits: list[int]) -> list[int]:
        """Return a commit that made the code what it is now, by halving; none where lines of descent hide it."""
        at = bisect_left(commits, True, key=self._is_now)
        return [one for one in commits[at : at + 1] if self._changed(one)]
