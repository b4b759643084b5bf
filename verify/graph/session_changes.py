"""What happened to each log after it was first committed."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum

from verify.graph.descent import Descent
from verify.model.history import Change, Commit, History
from verify.model.location import BlobId, Stem

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_REDACTED = "(REDACTED)"
_CANDIDATES = 20
_GRACE = timedelta(hours=12).total_seconds()


class Alteration(Enum):
    """How a committed log changed."""

    REWRITTEN = "rewritten"
    DELETED = "deleted"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class SessionChange:
    """One log that a commit changed in a way that needs an explanation.

    ``closed`` says that the parent already had a newer one.
    """

    at: int
    stem: Stem
    path: str
    alteration: Alteration
    closed: bool


@dataclass(frozen=True, slots=True)
class Arrival:
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
        self.arrivals: list[Arrival] = []
        self.alterations: list[SessionChange] = []
        self._read()

    def _read(self) -> None:
        newest: list[Stem | None] = []
        known: set[Stem] = set()
        for at, commit in enumerate(self._history.commits):
            before = max((s for p in self._descent.parents[at] if (s := newest[p])), default=None)
            changes = self._descent.session_changes(at)
            added = [stem_of(change.path) for change in changes if change.old is None]
            newest.append(max([*added, *([before] if before else [])], default=None))
            moved = self._moved(changes)
            arrived = [c for c in changes if c.old is None and c.path not in {new.path for new in moved.values()}]
            self._arrive(at, arrived, before, known)
            known.update(added)
            for change in changes:
                if change.old and (altered := self._altered(commit, change, moved.get(change.path), before)):
                    self.alterations.append(replace(altered, at=at))

    def _arrive(self, at: int, arrived: list[Change], newest: Stem | None, known: set[Stem]) -> None:
        for change in arrived:
            stem = stem_of(change.path)
            if stem not in known:
                self.arrivals.append(Arrival(at, stem, change.path, newest))

    def _altered(
        self, commit: Commit, change: Change, moved: Change | None, newest: Stem | None
    ) -> SessionChange | None:
        stem = stem_of(change.path)
        closed = newest is not None and newest > stem
        what = self._alteration(Change(change.path, change.old, moved.new if moved else change.new), closed)
        if moved:
            what = what or Alteration.RENAMED
        if what is None or (what is not Alteration.RENAMED and _in_grace(stem, commit)):
            return None
        path = moved.path if moved else change.path
        return SessionChange(0, stem_of(path), path, what, closed)

    def _moved(self, changes: list[Change]) -> dict[str, Change]:
        """Return what each log became that got another name, with the same or a similar content."""
        arrived = [change for change in changes if change.old is None]
        moved: dict[str, Change] = {}
        for gone in (change for change in changes if change.new is None):
            same = [new for new in arrived if new.new == gone.old]
            close = same or [new for new in arrived[:_CANDIDATES] if self._similar(gone.old, new.new)]
            if close:
                moved[gone.path] = close[0]
                arrived.remove(close[0])
        return moved

    def _similar(self, old: BlobId | None, new: BlobId | None) -> bool:
        if not old or not new:
            return False
        one = Counter(line for line in self._history.session(old).text.split("\n") if line.strip())
        other = Counter(line for line in self._history.session(new).text.split("\n") if line.strip())
        return 2 * (one & other).total() > max(one.total(), other.total())

    def _alteration(self, change: Change, closed: bool) -> Alteration | None:
        if change.old is None or change.new is None:
            return Alteration.DELETED
        old, new = self._history.session(change.old), self._history.session(change.new)
        if _uncommented(old.text) == _uncommented(new.text) or old.auto_stub:
            return None
        if is_redaction(old.text, new.text) or (not closed and _only_adds(old.text, new.text)):
            return None
        return Alteration.REWRITTEN


def _uncommented(text: str) -> list[str]:
    return [line.rstrip() for line in _COMMENT.sub("", text).split("\n")]


def stem_of(path: str) -> Stem:
    """Return the stem of a log's path."""
    return Stem(path.rpartition("/")[2].removesuffix(".md"))


def named_time(stem: Stem) -> float | None:
    """Return the time in a log's name, in seconds since the epoch; a day means its end."""
    try:
        if stem[11:17].isdigit():
            return datetime.strptime(stem[:17], "%Y-%m-%d-%H%M%S").replace(tzinfo=UTC).timestamp()
        day = datetime.strptime(stem[:10], "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return (day + timedelta(days=1, seconds=-1)).timestamp()


def _in_grace(stem: Stem, commit: Commit) -> bool:
    time = named_time(stem)
    return commit.id is not None and time is not None and commit.authored - time <= _GRACE


def is_redaction(old: str, new: str) -> bool:
    """Whether lines differ only where a text was replaced by ``(REDACTED)``."""
    before, after = old.split("\n"), new.split("\n")
    return len(before) == len(after) and all(
        one == other or _redacts(one, other) for one, other in zip(before, after, strict=True)
    )


def _redacts(old: str, new: str) -> bool:
    first, *middle = new.split(_REDACTED)
    if not middle or not old.startswith(first) or not old.endswith(middle[-1]):
        return False
    position, end = len(first), len(old) - len(middle[-1])
    for part in middle[:-1]:
        found = old.find(part, position, end)
        if found < 0:
            return False
        position = found + len(part)
    return position <= end


def _only_adds(old: str, new: str) -> bool:
    """Whether every line of the old text stands in the new one, in the same order."""
    lines = iter(new.split("\n"))
    return all(line in lines for line in old.split("\n") if line.strip())
