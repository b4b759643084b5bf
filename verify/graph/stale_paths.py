"""Paths that facts name, that git had when the fact was written, and that are gone now."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from msgspec import Struct

from verify.graph.past import Past
from verify.graph.path_starts import path_starts
from verify.model.code import CodeHistory, ObjectKind
from verify.model.facts import PathMention
from verify.model.location import CommitId, FactId


class StalePath(Struct, frozen=True):
    """A mention of what git had at ``path`` then; ``now`` is what git renamed it to, if it did."""

    mention: PathMention
    path: str
    written: CommitId
    now: str | None


class StalePaths:
    """Asks git about all doubtful mentions at once."""

    def __init__(self, past: Past, code: CodeHistory, exists: Callable[[str], bool]) -> None:
        self._past = past
        self._code = code
        self._exists = cache(exists)

    def among(self, mentions: Iterable[PathMention]) -> Iterator[StalePath]:
        """Yield each mention of a path that is gone, once a fact and path."""
        doubtful = list(self._doubtful(mentions))
        asked = [(written, path) for _, written, paths in doubtful for path in paths]
        kinds = dict(zip(asked, self._code.existed(asked), strict=True)) if asked else {}
        gone = [
            (mention, path, written)
            for mention, written, paths in doubtful
            if (path := next((p for p in paths if _was_there(kinds[written, p], mention)), None))
        ]
        renamed = self._renamed({written for _, _, written in gone})
        for mention, path, written in gone:
            yield StalePath(mention, path, written, _new_name(path, renamed[written]))

    def _doubtful(self, mentions: Iterable[PathMention]) -> Iterator[tuple[PathMention, CommitId, list[str]]]:
        seen: set[tuple[FactId, str]] = set()
        for mention in mentions:
            paths = [start + mention.path.rstrip("/") for start in path_starts(self._past.folder)]
            written = self._past.written(mention.fact)
            if written and (mention.fact, mention.path) not in seen and not any(map(self._exists, paths)):
                seen.add((mention.fact, mention.path))
                yield mention, written, paths

    def _renamed(self, commits: set[CommitId]) -> dict[CommitId, Mapping[str, str]]:
        ordered = sorted(commits)
        return dict(zip(ordered, self._code.renamed(ordered), strict=True)) if ordered else {}


def _was_there(kind: ObjectKind | None, mention: PathMention) -> bool:
    """A lone word may be the name of a folder and mean something else, so that only a file counts."""
    is_word = "/" not in mention.path and "." not in mention.path
    return kind is ObjectKind.FILE or (kind is ObjectKind.FOLDER and not is_word)


def _new_name(path: str, renamed: Mapping[str, str]) -> str | None:
    """Return what a file is called now, or the one folder to which the files of a folder went."""
    targets = {
        new.removesuffix(old.removeprefix(path))
        for old, new in renamed.items()
        if (old == path or old.startswith(f"{path}/")) and new.endswith(old.removeprefix(path))
    }
    return targets.pop() if len(targets) == 1 else None
