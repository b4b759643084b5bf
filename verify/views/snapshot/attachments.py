"""What a reviewer cannot see from a snapshot: code that facts point to, files they name, and diffs."""

from collections.abc import Iterator

from verify.errors import GitError
from verify.graph import MemoryGraph, Past
from verify.graph.path_starts import path_starts
from verify.model.anchor import Standing
from verify.model.location import CommitId
from verify.model.snapshot import Aim, Cited, Section, Source, Statement, Topic, Words
from verify.views.snapshot.quoting import at

_MOST = 40


def attachments(graph: MemoryGraph, aim: Aim) -> Section:
    """Tell what to hand over beside the snapshot to somebody who cannot open the repository."""
    told = [*_diff(graph, aim), *_anchors(graph), *_files(graph)]
    more = (f"{len(told) - _MOST} more files that facts name",) if len(told) > _MOST else ()
    lacking = "The memory names no code and no file outside, and no commit since changed one."
    intro = ("None of this was read for the snapshot. Who cannot open the repository needs it beside this text.",)
    return Section(Topic.ATTACHMENTS, tuple(told[:_MOST]), lacking, intro, more, share=5)


def _diff(graph: MemoryGraph, aim: Aim) -> Iterator[Statement]:
    """Yield the diff of the work since then, with the files that it touches."""
    past = graph.past
    newest = next((c.id[:12] for c in reversed(past.history.commits) if c.id), "") if past else ""
    if past is None or aim.since is None:
        return
    try:
        touched = _outside(past, graph, aim.since.commit)
    except GitError as error:
        yield Statement(
            ("the diff since then cannot be listed: ", Cited(str(error))), (Source(commit=aim.since.commit),)
        )
        return
    if touched:
        count = f"the diff since then, of {len(touched)} paths outside the memory: "
        notes = tuple(_touched(path, commit) for path, commit in touched[:_MOST])
        more = (
            (Statement((f"and {len(touched) - _MOST} more files",), notes[0].sources),) if len(touched) > _MOST else ()
        )
        command = Cited(f"git diff {aim.since.commit[:12]} {newest}")
        yield Statement((count, command), (Source(commit=aim.since.commit),), notes=(*notes, *more))


def _outside(past: Past, graph: MemoryGraph, since: CommitId) -> list[tuple[str, CommitId]]:
    """Return the files outside the memory that commits since another one changed, each with the newest of them."""
    found: dict[str, CommitId] = {}
    for commit in graph.code.beyond([since]):
        for change in (change for changes in commit.changes for change in changes):
            if commit.id and not change.path.startswith(f"{past.folder}/"):
                found[change.path] = commit.id
    return sorted(found.items())


def _touched(path: str, commit: CommitId) -> Statement:
    return Statement((Cited(path),), (Source(commit=commit),))


def _anchors(graph: MemoryGraph) -> Iterator[Statement]:
    for anchored in graph.anchors.all:
        sighting = anchored.sighting
        words: Words = ("the code ", Cited(str(anchored.anchor)), " in which ", Cited(anchored.fact.id), " is anchored")
        place = [Source(sighting.path, sighting.line)] if sighting.standing is Standing.FOUND else []
        if not place:
            words = (*words, ": it could not be found" if sighting.standing is not Standing.UNKNOWN else ": unknown")
        yield Statement(words, (*place, at(anchored.fact.location)))


def _files(graph: MemoryGraph) -> Iterator[Statement]:
    """Yield the files that live facts name and that exist, each with the first fact that names it."""
    seen: set[str] = set()
    for mention in graph.path_mentions:
        paths = (start + mention.path for start in path_starts(graph.memory.path))
        path = next((path for path in paths if graph.has_file(path)), None)
        if path and path not in seen and not path.startswith(f"{graph.memory.path}/"):
            seen.add(path)
            yield Statement(("the file ", Cited(path), ", named by ", Cited(mention.fact)), (at(mention.location),))
