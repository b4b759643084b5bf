"""The commits of a memory folder, also from before it was moved to where it is."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from verify.errors import GitError
from verify.git import Git
from verify.model.history import Change, Commit
from verify.model.location import BlobId, CommitId
from verify.readers.commit_order import in_order
from verify.readers.raw_log import Walked, parse_log, parse_pairs
from verify.readers.records import Records

_MOVES = 4
"""How many moves of the folder are followed, so that the number of git processes stays bounded."""


def read_commits(git: Git, head: CommitId, folder: str, records: Records) -> list[Commit]:
    """Return every commit up to ``head``, parents before children, with its changes of a memory.

    Where the whole folder once stood elsewhere, paths are told as they are called now.
    """
    folders = [folder]
    commits = _walk(git, head, folders, records)
    while len(folders) <= _MOVES and (former := _former_folder(git, commits, folders)):
        folders.append(former)
        commits = _walk(git, head, folders, records)
    return [_renamed(commit, folders) for commit in commits] if len(folders) > 1 else commits


def file_versions(git: Git, head: CommitId, paths: Sequence[str]) -> list[tuple[CommitId, str, BlobId | None]]:
    """Return each version of some files, oldest first, with the commit that brought it; None where it went."""
    commits = reversed([walked.commit for walked in parse_log(git.log(head, paths))])
    told = ((commit.id, change) for commit in commits for change in commit.changes[0])
    return [(commit, change.path, change.new) for commit, change in told if commit]


def path_commits(git: Git, head: CommitId, paths: Sequence[str]) -> list[Commit]:
    """Return every commit up to ``head``, parents before children, with its changes of some paths."""
    return _walk(git, head, paths, Records())


def commits_beyond(git: Git, head: CommitId, known: Sequence[CommitId]) -> list[Commit]:
    """Return the commits up to ``head`` that are no ancestors of ``known``, with the changes of all paths.

    Parents come before children. A merge has no changes here.
    """
    return list(reversed([walked.commit for walked in parse_log(git.log(head, (), known))]))


def _former_folder(git: Git, commits: list[Commit], folders: list[str]) -> str | None:
    """Return from where the folder came with the commit that began it; None if it was new there."""
    first = next((commit for commit in commits if any(commit.changes)), None)
    if first is None or first.id is None or not first.parents:
        return None
    ((changes, _),) = parse_pairs(git.merge_changes([(first.id, first.parents[0])], []), 1)
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
        former = next((folder for folder in folders if change.path.startswith(f"{folder}/")), None)
        if former is None:
            # Where the folder is today there was a file, or a link.
            continue
        path = folders[0] + change.path[len(former) :]
        other = joined.get(path, Change(path, None, None))
        joined[path] = Change(path, other.old or change.old, other.new or change.new)
    return tuple(change for _, change in sorted(joined.items()) if change.old != change.new)


def _walk(git: Git, head: CommitId, folders: Sequence[str], records: Records) -> list[Commit]:
    known = records.commits(folders)
    if head not in known.commits:
        known.add(_asked(git, head, folders, known.tips))
    try:
        commits = in_order(known.commits, head)
    except KeyError as error:
        raise GitError("the commits that are known have a gap") from error
    known.use(commits)
    return commits


def _asked(git: Git, head: CommitId, folders: Sequence[str], known: Sequence[CommitId]) -> Iterator[Walked]:
    bare = list(parse_log(git.log(head, folders, known, trees=True)))
    merges = [walked.commit for walked in bare if len(walked.commit.parents) > 1]
    pairs = [(commit.id, parent) for commit in merges if commit.id for parent in commit.parents]
    merged = parse_pairs(git.merge_changes(pairs, folders, trees=True), len(pairs)) if pairs else iter(())
    for walked in bare:
        yield _with_merge(walked, merged)


def _with_merge(walked: Walked, merged: Iterator[tuple[tuple[Change, ...], list[str]]]) -> Walked:
    commit = walked.commit
    if len(commit.parents) < 2:
        return walked
    sides = [next(merged) for _ in commit.parents]
    trees = (tree for _, looked_into in sides for tree in looked_into)
    changed = replace(commit, changes=tuple(changes for changes, _ in sides))
    return Walked(changed, tuple(dict.fromkeys((*walked.trees, *trees))))
