"""The commits of a memory folder, also from before it was moved to where it is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from verify.git import Git
from verify.model.history import Change, Commit, Trailer
from verify.model.location import BlobId, CommitId

_NOTHING = re.compile(r"0+")
_FIELDS = 7
_MOVES = 4
"""How many moves of the folder are followed, so that the number of git processes stays bounded."""


def read_commits(git: Git, head: CommitId, folder: str) -> list[Commit]:
    """Return every commit up to ``head``, parents before children, with its changes of a memory.

    Where the whole folder once stood elsewhere, paths are told as they are called now.
    """
    folders = [folder]
    commits = list(_walk(git, head, folders))
    while len(folders) <= _MOVES and (former := _former_folder(git, commits, folders)):
        folders.append(former)
        commits = list(_walk(git, head, folders))
    return [_renamed(commit, folders) for commit in commits] if len(folders) > 1 else commits


def file_versions(git: Git, head: CommitId, paths: Sequence[str]) -> list[tuple[CommitId, str, BlobId | None]]:
    """Return each version of some files, oldest first, with the commit that brought it; None where it went."""
    commits = reversed(list(_parse_log(git.log(head, paths))))
    told = ((commit.id, change) for commit in commits for change in commit.changes[0])
    return [(commit, change.path, change.new) for commit, change in told if commit]


def path_commits(git: Git, head: CommitId, paths: Sequence[str]) -> list[Commit]:
    """Return every commit up to ``head``, parents before children, with its changes of some paths."""
    return list(_walk(git, head, paths))


def commits_beyond(git: Git, head: CommitId, known: Sequence[CommitId]) -> list[Commit]:
    """Return the commits up to ``head`` that are no ancestors of ``known``, with the changes of all paths.

    Parents come before children. A merge has no changes here.
    """
    return list(reversed(list(_parse_log(git.log(head, (), known)))))


def _former_folder(git: Git, commits: list[Commit], folders: list[str]) -> str | None:
    """Return from where the folder came with the commit that began it; None if it was new there."""
    first = next((commit for commit in commits if any(commit.changes)), None)
    if first is None or first.id is None or not first.parents:
        return None
    (changes,) = _parse_pairs(git.merge_changes([(first.id, first.parents[0])], []), 1)
    here = f"{folders[-1]}/"
    came = {change.new: change.path for change in changes if change.old is None and change.path.startswith(here)}
    for change in changes:
        path = came.get(change.old, "") if change.new is None else ""
        inside = path.removeprefix(here)
        if path and change.path.endswith(f"/{inside}"):
            former = change.path.removesuffix(f"/{inside}")
            return None if former in folders else former
    return None


def _renamed(commit: Commit, folders: list[str]) -> Commit:
    return replace(commit, changes=tuple(_joined(changes, folders) for changes in commit.changes))


def _joined(changes: tuple[Change, ...], folders: list[str]) -> tuple[Change, ...]:
    """Return changes under today's paths; what only moved with the folder is no change."""
    joined: dict[str, Change] = {}
    for change in changes:
        former = next(folder for folder in folders if change.path.startswith(f"{folder}/"))
        path = folders[0] + change.path[len(former) :]
        other = joined.get(path, Change(path, None, None))
        joined[path] = Change(path, other.old or change.old, other.new or change.new)
    return tuple(change for _, change in sorted(joined.items()) if change.old != change.new)


def _walk(git: Git, head: CommitId, folders: Sequence[str]) -> Iterator[Commit]:
    bare = list(_parse_log(git.log(head, folders)))
    pairs = [(commit.id, parent) for commit in bare if len(commit.parents) > 1 for parent in commit.parents]
    known = [(commit, parent) for commit, parent in pairs if commit]
    merged = _parse_pairs(git.merge_changes(known, folders), len(known)) if known else iter(())
    yield from reversed([_with_merge(commit, merged) for commit in bare])


def _with_merge(commit: Commit, merged: Iterator[tuple[Change, ...]]) -> Commit:
    if len(commit.parents) < 2:
        return commit
    changes = tuple(next(merged) for _ in commit.parents)
    return replace(commit, changes=changes)


def _parse_log(text: str) -> Iterator[Commit]:
    parts = iter(text.split("\0"))
    header: list[str] = []
    changes: list[Change] = []
    for part in parts:
        if part.startswith("\x02"):
            if header:
                yield _commit(header, changes)
            header, changes = [part[1:], *islice(parts, _FIELDS - 1)], []
        elif part.lstrip("\n").startswith(":"):
            changes.append(_change(part, next(parts)))
    if header:
        yield _commit(header, changes)


def _commit(header: list[str], changes: list[Change]) -> Commit:
    parents = tuple(CommitId(parent) for parent in header[1].split())
    return Commit(
        id=CommitId(header[0]),
        parents=parents,
        authored=int(header[2]),
        committed=int(header[3]),
        changes=(tuple(changes),),
        author=header[4],
        trailers=tuple(_trailers(header[5])),
        subject=header[6],
    )


def _trailers(text: str) -> Iterator[Trailer]:
    for line in text.split("\x1f"):
        key, colon, value = line.partition(":")
        if colon:
            yield Trailer(key.strip().lower(), value.strip())


def _change(about: str, path: str) -> Change:
    _, _, old, new, _ = about.split(" ")
    return Change(path, _blob(old), _blob(new))


def _blob(text: str) -> BlobId | None:
    return None if _NOTHING.fullmatch(text) else BlobId(text)


def _parse_pairs(text: str, count: int) -> Iterator[tuple[Change, ...]]:
    groups: list[list[Change]] = []
    parts = iter(text.split("\0"))
    for part in parts:
        if part.startswith(":"):
            groups[-1].append(_change(part, next(parts)))
        elif part:
            groups.append([])
    assert len(groups) == count, "git named another number of pairs than it was asked for"
    return iter([tuple(group) for group in groups])
