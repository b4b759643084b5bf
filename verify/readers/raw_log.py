"""Parses what git prints of commits and their raw changes."""

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from verify.git import seconds
from verify.model.history import Change, Commit
from verify.model.location import BlobId, CommitId
from verify.readers.trailers import read_trailers

_NOTHING = re.compile(r"0+")
_FIELDS = 8
_TREE = "040000"


class Walked(Struct, frozen=True):
    """A commit, and the ids of the trees that git looked into to tell its changes."""

    commit: Commit
    trees: tuple[str, ...]


def parse_log(text: str) -> Iterator[Walked]:
    """Yield the commits of a log, in its order."""
    parts = iter(text.split("\0"))
    header: list[str] = []
    changes: list[Change] = []
    trees: list[str] = []
    for part in parts:
        if part.startswith("\x02"):
            if header:
                yield _walked(header, changes, trees)
            header, changes, trees = [part[1:], *islice(parts, _FIELDS - 1)], [], []
        elif part.lstrip("\n").startswith(":"):
            _take(part, next(parts), changes, trees)
    if header:
        yield _walked(header, changes, trees)


def parse_pairs(text: str, count: int) -> Iterator[tuple[tuple[Change, ...], list[str]]]:
    """Yield for each pair of commits that were compared its changes, and the trees that git looked into."""
    groups: list[tuple[list[Change], list[str]]] = []
    parts = iter(text.split("\0"))
    for part in parts:
        if part.startswith(":"):
            _take(part, next(parts), *groups[-1])
        elif part:
            groups.append(([], []))
    assert len(groups) == count, "git named another number of pairs than it was asked for"
    return ((tuple(changes), trees) for changes, trees in groups)


def _walked(header: list[str], changes: list[Change], trees: list[str]) -> Walked:
    name, tree, above, authored, committed, author, message, subject = header
    parents = tuple(CommitId(parent) for parent in above.split())
    told = (tuple(changes),), author, read_trailers(message), subject
    return Walked(Commit(CommitId(name), parents, seconds(authored), seconds(committed), *told), (tree, *trees))


def _take(about: str, path: str, changes: list[Change], trees: list[str]) -> None:
    """Take one raw change: what is a tree on one side is a file, or nothing, on the other."""
    mode, new_mode, old, new, _ = about.lstrip("\n:").split(" ")
    if new_mode == _TREE:
        trees.append(new)
    if _TREE not in {mode, new_mode}:
        changes.append(Change(path, _blob(old), _blob(new)))


def _blob(text: str) -> BlobId | None:
    return None if _NOTHING.fullmatch(text) else BlobId(text)
