"""The daily notes from which memories say that they were taken, and which of them do not exist."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from verify.graph.index.resolution import Resolution
from verify.model.index import IndexStore, Page
from verify.model.index_history import PageHistory
from verify.model.location import CommitId, Location
from verify.model.page_kind import PageKind

_KEYS = ("source", "sources", "origin", "from", "promoted_from", "promoted-from", "derived_from", "derived-from")
_NOTE = re.compile(r"\d{4}-\d{2}-\d{2}[^/]*\.md")
_PATH = r"`?((?:\.{0,2}/)?(?:[\w.-]{1,80}/){0,6}\d{4}-\d{2}-\d{2}[\w.-]{0,120}?\.md)(?![\w-])"
_VALUE = re.compile(rf"(?:\[\[)?{_PATH}(?:[#:]\S{{0,80}})?(?:\]\])?")
_SAID = re.compile(
    r"(?:openclaw-memory-promotion:(?:\w{1,20}:)?|\bsource=|\bsources?\**:\**\s{0,3}|来源\**[：:]\s{0,3}"
    rf"|\b(?:promoted|derived) from:?\s{{1,3}}|\((?:from|source:?)\s{{1,3}}){_PATH}",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\be\.g\.|\bexample\b|\bformat\b", re.IGNORECASE)
_LONGEST = 2000


class SourceNote(Struct, frozen=True):
    """A daily note that a page names as its origin."""

    written: str
    location: Location


class MissingSource(Struct, frozen=True):
    """A note that stands nowhere; ``commit`` took it away, if git knows of that."""

    written: str
    path: str
    location: Location
    commit: CommitId | None


def source_notes(page: Page) -> Iterator[SourceNote]:
    """Yield the notes that an index or memory file names as its origin, each once."""
    if page.kind not in {PageKind.INDEX, PageKind.MEMORY}:
        return
    seen: set[str] = set()
    for written, line in (*_in_front(page), *_in_text(page)):
        if written not in seen:
            seen.add(written)
            yield SourceNote(written, Location(page.path, line, 1, line))


def _in_front(page: Page) -> Iterator[tuple[str, int]]:
    for key in _KEYS:
        for value in page.front.values.get(key, ()):
            if match := _VALUE.fullmatch(value.strip()):
                found = (at for at, line in enumerate(page.lines[: page.front.lines], 1) if match.group(1) in line)
                yield match.group(1), next(found, 1)


def _in_text(page: Page) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(page.lines[page.front.lines :], page.front.lines + 1):
        if ".md" not in line or number in page.code or _EXAMPLE.search(line[:_LONGEST]):
            continue
        for match in _SAID.finditer(line[:_LONGEST]):
            # What stands in code as a whole tells how to write it.
            if line.count("`", 0, match.start()) % 2 == 0:
                yield match.group(1), number


def unlisted(page: Page, resolution: Resolution) -> Iterator[tuple[SourceNote, list[str]]]:
    """Yield the notes that do not exist where a page says, with the paths that it may mean."""
    for source in source_notes(page):
        paths = [path for path in resolution.meant(source.written, page.path) if path]
        if paths and not resolution.lists(*paths):
            yield source, paths


def missing_sources(
    store: IndexStore,
    resolution: Resolution,
    history: PageHistory | None,
    ignored: frozenset[str],
    tracked: Callable[[], Sequence[str]] | None,
) -> Iterator[MissingSource]:
    """Yield the notes that stand nowhere, though notes are or were kept in the folder that is named."""
    doubtful = [found for page in store.pages for found in unlisted(page, resolution)]
    if not doubtful:
        return
    known = _names((*(page.path for page in store.pages), *(tracked() if tracked else ())))
    left = _gone(store, history)
    kept = {path.rpartition("/")[0] for path in (*(page.path for page in store.pages), *left) if _is_note(path)}
    for source, paths in doubtful:
        path = next((path for path in paths if path.rpartition("/")[0] in kept), None)
        if path and source.written.rpartition("/")[2] not in known and ignored.isdisjoint(paths):
            yield MissingSource(source.written, path, source.location, left.get(path))


def _names(paths: Iterable[str]) -> frozenset[str]:
    return frozenset(path.rpartition("/")[2] for path in paths)


def _is_note(path: str) -> bool:
    return _NOTE.fullmatch(path.rpartition("/")[2]) is not None


def _gone(store: IndexStore, history: PageHistory | None) -> Mapping[str, CommitId]:
    """Return the notes that a commit took away, each with the last that did."""
    if history is None:
        return {}
    return {version.path: version.commit for version in history.versions([store.path]) if version.blob is None}
