"""Reads what a writer of a ledger must know before it writes."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from verify.errors import GitError, InputError, UnknownRevisionError
from verify.git import Git
from verify.ledger import (
    Anchors,
    LineError,
    assemble,
    depths_of,
    line_digest,
    parse_checkpoint,
    read_native,
    whole_lines,
)
from verify.ledger.mending import without_conflict
from verify.ledger.standing import Committed, Standing, lacking
from verify.model.ledger import Checkpoint, Ledger, SavedHead
from verify.model.location import CommitId
from verify.model.report import Problem
from verify.readers.declared import of_ledger
from verify.readers.ledger_versions import LedgerVersions
from verify.readers.repository import NO_GIT, Repository
from verify.readers.source import FolderSource

Tidy = Callable[[bytes, Sequence[bytes]], bytes]


class Remembered(Struct, frozen=True):
    """What is known of a ledger from outside its file; the head may be a digest alone, and a checkpoint a file.

    ``apart`` leaves the checkpoint beside the ledger alone.
    """

    committed: tuple[Committed, ...] = ()
    head: SavedHead | str | None = None
    checkpoint: Checkpoint | None = None
    apart: bool = False


def read_committed(repository: Repository, path: str) -> tuple[Committed, ...]:
    """Return what the last commit holds of a ledger, and the one that is being merged. Raises GitError."""
    if repository.git is None or repository.head is None:
        if repository.no_history not in {"", NO_GIT}:
            raise GitError(repository.no_history)
        return ()
    other = _merging(repository.git)
    found = [("the last commit", repository.head), *([("the commit that is merged", other)] if other else [])]
    held = ((what, _content(repository.git, commit, path)) for what, commit in found)
    return tuple(Committed(what, content) for what, content in held if content)


def _merging(git: Git) -> CommitId | None:
    try:
        return git.commit("MERGE_HEAD")[0]
    except UnknownRevisionError:
        return None


def _content(git: Git, commit: CommitId, path: str) -> bytes:
    tree = {e.path: e.blob for e in git.tree(commit, path.rpartition("/")[0]) if of_ledger(e.path, path)}
    versions = LedgerVersions(git, (), path, None)
    content = versions.content(versions.of(tree))
    if versions.unread:
        raise GitError(f"the last commit holds a version of {path} that is too large to be compared")
    return content


def read_standing(
    repository: Repository, path: str, known: Remembered, tidy: Tidy = lambda raw, closed: raw
) -> Standing:
    """Read a ledger as it is on disk. Raises InputError if a file of it cannot be read.

    ``tidy`` takes out of its last file what no line should be, given those that were closed.
    """
    source = FolderSource(repository.root)
    stored = _stored(source, [path, *_closed(repository, path)])
    contents = dict(stored)
    if path in stored:
        contents[path] = tidy(stored[path], [content for name, content in stored.items() if name != path])
    beside = known.checkpoint or (None if known.apart else read_checkpoint(source, beside_of(path)))
    head = known.head if isinstance(known.head, SavedHead) else None
    anchors = Anchors(beside, head)
    files = {name: read_native(name, content, anchors.sizes) for name, content in contents.items()}
    ledger = assemble(
        path, files, anchors, (), lambda paths, named: depths_of([(p, contents[p]) for p in paths], named)
    )
    return Standing(
        path=path,
        place=repository.root / path,
        stored=stored.get(path, b""),
        contents=contents,
        ledger=ledger,
        compared=_compared(known, beside, own=known.checkpoint is None),
        lost=tuple(_lost(ledger, contents, known, beside)),
    )


def _stored(source: FolderSource, paths: Sequence[str]) -> dict[str, bytes]:
    stored: dict[str, bytes] = {}
    for name, content in source.read(paths):
        if isinstance(content, Problem):
            raise InputError(f"{name} {content.message}")
        stored[name] = content
    return stored


def _closed(repository: Repository, path: str) -> list[str]:
    folder = path.rpartition("/")[0]
    try:
        names = [one.name for one in (repository.root / folder).iterdir()]
    except OSError as error:
        raise InputError(f"{folder} cannot be read: {(error.strerror or '').lower()}") from error
    paths = (f"{folder}/{name}" if folder else name for name in sorted(names))
    return [one for one in paths if one != path and of_ledger(one, path)]


def beside_of(path: str) -> str:
    """Return where the checkpoint of a ledger is."""
    return f"{path.rpartition('.')[0] or path}.checkpoint"


def read_checkpoint(source: FolderSource, path: str) -> Checkpoint | None:
    """Read a checkpoint; None if there is none. Raises InputError."""
    for _, content in source.read([path]):
        if isinstance(content, Problem):
            raise InputError(f"{path} {content.message}")
        try:
            return parse_checkpoint(content)
        except LineError as error:
            raise InputError(f"{path} is no checkpoint: it {error}; write it anew, or remove it") from error
    return None


def _compared(known: Remembered, beside: Checkpoint | None, *, own: bool) -> tuple[str, ...]:
    checkpoint = ("the checkpoint beside it" if own else "the checkpoint that was given",) if beside else ()
    head = ("the head that was given",) if known.head else ()
    return (*(committed.what for committed in known.committed), *checkpoint, *head)


def _lost(
    ledger: Ledger | None, contents: dict[str, bytes], known: Remembered, beside: Checkpoint | None
) -> Iterable[str]:
    # The marks of a conflict take nothing away.
    content = b"".join(without_conflict(contents[file.path]) for file in ledger.files) if ledger else b""
    for committed in known.committed:
        if gone := lacking(content, committed):
            yield gone
    if isinstance(known.head, str) and not _holds(contents, known.head):
        yield "no line has the digest of the head that was given"
    if ledger is None and (beside or isinstance(known.head, SavedHead)):
        yield f"{'a checkpoint' if beside else 'the head that was given'} tells of it, and there is no file of it"


def _holds(contents: dict[str, bytes], digest: str) -> bool:
    return any(line_digest(line).hex() == digest for content in contents.values() for line in whole_lines(content))
