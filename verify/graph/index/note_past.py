"""Daily notes that a commit wrote over or took away."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from verify.graph.descent import own_changes
from verify.model.history import Change, Commit
from verify.model.index import IndexStore
from verify.model.index_history import PageHistory
from verify.model.location import BlobId, CommitId

_NOTE = re.compile(r"(\d{4}-\d{2}-\d{2})[^/]*\.md")
_PUT_AWAY = {"archive", "archived", "templates", "sessions"}
_MARKS = re.compile(r"[\s>*+#-]*(?:\[[ xX]\])?[\s*_]*")
_REDACTED = "(REDACTED)"
_FEW = 3


class NoteLoss(Struct, frozen=True):
    """A commit after which lines of a note stand nowhere any more; ``deleted`` tells that the note went, too."""

    commit: CommitId
    path: str
    lines: int
    deleted: bool


def note_losses(store: IndexStore, history: PageHistory) -> Iterator[NoteLoss]:
    """Yield what each commit took from a note for good, once the next note stood there."""
    commits = history.commits([store.path])
    changed = list(_closed_notes(store, commits))
    blobs = dict.fromkeys(blob for _, change in changed for blob in (change.old, change.new) if blob)
    texts = history.texts(list(blobs)) if blobs else {}
    now = {_bare(line) for page in store.pages for line in page.lines}
    losses = [loss for commit, change in changed if (loss := _loss(commit, change, texts, now))]
    moved = _moved(history, losses, commits)
    yield from (loss for loss in losses if (loss.commit, loss.path) not in moved)


def _closed_notes(store: IndexStore, commits: Sequence[Commit]) -> Iterator[tuple[Commit, Change]]:
    """Yield the changes of notes that were not the newest any more."""
    newest: dict[CommitId, str] = {}
    for commit in commits:
        changes = [change for change in own_changes(commit) if _day(store, change.path)] if any(commit.changes) else []
        added = [_day(store, c.path) for side in commit.changes for c in side if c.new]
        latest = max([*added, *(newest.get(parent, "") for parent in commit.parents)], default="")
        if commit.id:
            newest[commit.id] = latest
        yield from ((commit, change) for change in changes if change.old and _day(store, change.path) < latest)


def _day(store: IndexStore, path: str) -> str:
    """Return the day of a note; nothing if the file is none."""
    *folders, name = path.removeprefix(f"{store.path}/").split("/")
    match = _NOTE.fullmatch(name) if _PUT_AWAY.isdisjoint(part.casefold() for part in folders) else None
    return match.group(1) if match else ""


def _loss(commit: Commit, change: Change, texts: Mapping[BlobId, str], now: set[str]) -> NoteLoss | None:
    before = _lines(texts.get(change.old, "")) if change.old else []
    after = texts.get(change.new, "") if change.new else ""
    if commit.id is None or _REDACTED in after:
        return None
    kept = {_bare(line) for line in after.split("\n")} | now
    gone = sum(1 for line in before if _bare(line) not in kept)
    told = any(not line.startswith("#") and _bare(line) not in kept for line in before)
    enough = told if change.new is None else gone >= _FEW
    if not enough or gone * 2 < len(before):
        return None
    return NoteLoss(commit.id, change.path, gone, deleted=change.new is None)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _bare(line: str) -> str:
    """Return a line without the marks of a list, a task, a heading or a quote."""
    text = line.strip()
    return text[match.end() :] if (match := _MARKS.match(text)) else text


def _moved(history: PageHistory, losses: Sequence[NoteLoss], commits: Sequence[Commit]) -> set[tuple[CommitId, str]]:
    """Return the notes that stand in another folder of the newest commit, outside the store."""
    parents = {commit.id: commit.parents[0] for commit in commits if commit.id and commit.parents}
    gone = [loss for loss in losses if loss.deleted and loss.commit in parents]
    before = sorted({parents[loss.commit] for loss in gone})
    renamed = dict(zip(before, history.renamed(before), strict=True)) if before else {}
    return {(loss.commit, loss.path) for loss in gone if loss.path in renamed[parents[loss.commit]]}
