"""What happened to each log after it was first committed."""

from collections import Counter
from datetime import timedelta
from enum import Enum

from msgspec import Struct

from verify.graph.descent import Descent
from verify.graph.redaction import is_redaction, only_adds, same_but_comments
from verify.graph.stems import named_time, stem_of
from verify.graph.trees import Trees
from verify.model.history import Change, Commit, History
from verify.model.location import BlobId, Stem

_CANDIDATES = 20
_ALIKE = 0.5
_GRACE = timedelta(hours=12).total_seconds()
_DAY = timedelta(days=1).total_seconds()


class Alteration(Enum):
    """How a committed log changed."""

    REWRITTEN = "rewritten"
    DELETED = "deleted"
    RENAMED = "renamed"


class SessionChange(Struct, frozen=True):
    """One log that a commit changed in a way that needs an explanation.

    ``closed`` says that the parent already had a newer one.
    """

    at: int
    stem: Stem
    path: str
    alteration: Alteration
    closed: bool


class Arrival(Struct, frozen=True):
    """The first commit of a log; ``newest`` is the newest one that stood in its parents."""

    at: int
    stem: Stem
    path: str
    newest: Stem | None


class SessionPast:
    """The history of the logs."""

    def __init__(self, history: History, descent: Descent) -> None:
        self._history = history
        self._descent = descent
        self._trees = Trees(history, descent.parents)
        self.arrivals: list[Arrival] = []
        self.alterations: list[SessionChange] = []
        self._known: set[Stem] = set()
        self._told: set[tuple[Stem, BlobId | None, BlobId | None]] = set()
        self._read()

    def _read(self) -> None:
        newest: list[Stem | None] = []
        for at, commit in enumerate(self._history.commits):
            before = max((s for p in self._descent.parents[at] if (s := newest[p])), default=None)
            newest.append(self._newest(at, commit, before))
            changes = self._descent.session_changes(at)
            moved = self._moved(changes)
            renamed = {change.path for change in moved.values()}
            for change in changes:
                if change.old is None:
                    self._arrive(at, change, before, told=change.path in renamed)
                else:
                    self._alter(at, change, moved.get(change.path), before)

    def _newest(self, at: int, commit: Commit, before: Stem | None) -> Stem | None:
        """Return the newest log of a commit; one that is postdated takes no part in the order."""
        logs = [c for changes in commit.changes for c in changes if self._descent.is_session(c.path)]
        if before and any(c.new is None and stem_of(c.path) == before for c in logs):
            stems = [stem_of(path) for path in self._trees.files(at) if self._descent.is_session(path)]
        else:
            stems = [stem_of(c.path) for c in logs if c.new] + ([before] if before else [])
        return max((stem for stem in stems if not is_postdated(stem, commit)), default=None)

    def _arrive(self, at: int, change: Change, newest: Stem | None, *, told: bool) -> None:
        stem = stem_of(change.path)
        if stem not in self._known and not told:
            self.arrivals.append(Arrival(at, stem, change.path, newest))
        self._known.add(stem)

    def _alter(self, at: int, change: Change, moved: Change | None, newest: Stem | None) -> None:
        stem = stem_of(change.path)
        now = moved or change
        spared = _in_grace(stem, self._history.commits[at])
        if spared and moved is None:
            return
        closed = newest is not None and newest > stem
        what = self._alteration(change.old, now.new, closed=closed) or (Alteration.RENAMED if moved else None)
        key = (stem_of(now.path), change.old, now.new)
        if what and not (spared and what is not Alteration.RENAMED) and key not in self._told:
            self._told.add(key)
            self.alterations.append(SessionChange(at, stem_of(now.path), now.path, what, closed))

    def _moved(self, changes: list[Change]) -> dict[str, Change]:
        """Return what each log became that got another name, with the same or a similar content."""
        arrived = [change for change in changes if change.old is None]
        moved: dict[str, Change] = {}
        for gone in (change for change in changes if change.new is None):
            close = [(self._likeness(gone.old, new.new), new.path, new) for new in arrived[:_CANDIDATES]]
            likeness, _, best = max(close, default=(0.0, "", gone))
            if likeness > _ALIKE:
                moved[gone.path] = best
                arrived.remove(best)
        return moved

    def _likeness(self, old: BlobId | None, new: BlobId | None) -> float:
        if old == new or not old or not new:
            return float(old == new)
        one = Counter(line for line in self._history.session(old).text.split("\n") if line.strip())
        other = Counter(line for line in self._history.session(new).text.split("\n") if line.strip())
        return (one & other).total() / max(one.total(), other.total(), 1)

    def _alteration(self, before: BlobId | None, after: BlobId | None, *, closed: bool) -> Alteration | None:
        if before is None or after is None:
            return Alteration.DELETED
        old, new = self._history.session(before), self._history.session(after)
        if old.auto_stub or same_but_comments(old.text, new.text) or is_redaction(old.text, new.text):
            return None
        return None if not closed and only_adds(old.text, new.text) else Alteration.REWRITTEN


def is_postdated(stem: Stem, commit: Commit) -> bool:
    """Whether a log is named after a time more than a day behind a commit."""
    return commit.id is not None and (named_time(stem, end=False) or 0) > commit.authored + _DAY


def _in_grace(stem: Stem, commit: Commit) -> bool:
    time = named_time(stem)
    return time is not None and commit.authored - time <= _GRACE
