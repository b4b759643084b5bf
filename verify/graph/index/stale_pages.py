"""Paths that memory files name, that git had when the line was written, and that are gone now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from verify.graph.index.provenance import path_in
from verify.graph.index.resolution import Resolution
from verify.model.index import Page, Span
from verify.model.index_history import PageHistory, Version
from verify.model.location import BlobId, CommitId, Location

_CAP = 300
"""Paths that one command line holds for sure."""


class StalePage(Struct, frozen=True):
    """A mention of what git had at ``path`` when its line was written; ``now`` is its name of today."""

    written: str
    path: str
    location: Location
    now: str | None


class _Mention(Struct, frozen=True):
    page: Page
    span: Span
    paths: tuple[str, ...]


def stale_paths(pages: Sequence[Page], resolution: Resolution, history: PageHistory) -> Iterator[StalePage]:
    """Yield each path that is gone, once a page."""
    doubtful = list(_doubtful(pages, resolution))[:_CAP]
    if not doubtful:
        return
    written = _written(doubtful, history)
    asked = [(commit, path) for mention in doubtful if (commit := written.get(id(mention))) for path in mention.paths]
    there = {one for one, known in zip(asked, history.had(asked), strict=True) if known}
    gone = [(m, path, written[id(m)]) for m in doubtful for path in m.paths if (written.get(id(m)), path) in there]
    commits = sorted({commit for _, _, commit in gone})
    renamed = dict(zip(commits, history.renamed(commits), strict=True)) if commits else {}
    for mention, path, commit in gone:
        yield StalePage(mention.span.text.strip(), path, mention.span.location, renamed[commit].get(path))


def _doubtful(pages: Iterable[Page], resolution: Resolution) -> Iterator[_Mention]:
    for page in pages:
        seen: set[str] = set()
        for span in page.spans:
            path = path_in(span)
            meant = resolution.meant(path.rstrip("/"), page.path) if path and path not in seen else []
            if path and meant and not resolution.lists(*filter(None, meant)):
                seen.add(path)
                yield _Mention(
                    page, span, tuple(dict.fromkeys(one for one in meant if one and not one.endswith(".md.md")))
                )


def _written(mentions: Sequence[_Mention], history: PageHistory) -> Mapping[int, CommitId]:
    """Return for each mention the commit that last brought its line; none if that is not committed."""
    versions: dict[str, list[Version]] = {}
    for version in history.versions(sorted({mention.page.path for mention in mentions})):
        versions.setdefault(version.path, []).append(version)
    blobs = dict.fromkeys(v.blob for known in versions.values() for v in known if v.blob)
    lines = {blob: set(text.replace("\r", "").split("\n")) for blob, text in history.texts(list(blobs)).items()}
    found = ((id(mention), _last_brought(mention, versions.get(mention.page.path, []), lines)) for mention in mentions)
    return {key: commit for key, commit in found if commit}


def _last_brought(mention: _Mention, versions: Sequence[Version], lines: Mapping[BlobId, set[str]]) -> CommitId | None:
    line = mention.page.lines[mention.span.location.line - 1]
    brought = None
    for version in reversed(versions):
        if version.blob is None or line not in lines[version.blob]:
            break
        brought = version.commit
    return brought
