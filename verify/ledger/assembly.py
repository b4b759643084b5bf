"""Puts the files of one ledger together, and holds what was seen earlier against them."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from msgspec import Struct
from msgspec.structs import replace

from verify.ledger.agreement import without_agreements
from verify.ledger.fold import Folding
from verify.model.ledger import (
    BreakKind,
    ChainBreak,
    Checkpoint,
    Closed,
    Contradiction,
    Ledger,
    LedgerFile,
    LineFault,
    Outer,
    SavedHead,
)


class Anchors(Struct, frozen=True):
    """What is known of a ledger from elsewhere: the checkpoint beside it, and a head that was given."""

    checkpoint: Checkpoint | None = None
    head: SavedHead | None = None

    @property
    def sizes(self) -> frozenset[int]:
        """The numbers of lines to compare at."""
        return frozenset(anchor.size for anchor in (self.checkpoint, self.head) if anchor)


LookUp = Callable[[Sequence[str], Collection[bytes]], Mapping[bytes, tuple[str, int]]]
"""The lines of some files that have one of these digests: in which file, and how deep."""


def assemble(
    path: str,
    found: Mapping[str, LedgerFile],
    anchors: Anchors,
    unread: Iterable[str] = (),
    look_up: LookUp = lambda paths, digests: {},
) -> Ledger | None:
    """Return the ledger at a path; None if there is no file of it.

    ``found`` holds every file of the ledger, ``unread`` names those that exist and could not be read.
    ``look_up`` is called only if a file takes up a branch from before it began.
    """
    closed = [file for file in found.values() if file.header]
    last = found.get(path) or max(closed, key=lambda file: (len(file.path), file.path), default=None)
    if last is None:
        return None
    files = _linked(last, found)
    seams = list(_seams(files, found, frozenset(unread), path))
    breaks = _breaks(files, look_up)
    for place, seam in seams:
        if isinstance(seam, ChainBreak):
            breaks.setdefault(place, seam)
    gone = [seam for _, seam in seams if isinstance(seam, Contradiction)]
    folding = Folding()
    for entry in chain.from_iterable(file.entries for file in files):
        folding.add(entry)
    files = tuple(_distinct(files, folding))
    return Ledger(
        path=path,
        files=files,
        divergence=next(((f.path, breaks[f.path]) for f in files if f.path in breaks), None),
        contradictions=(*gone, *_contradictions(path, files, anchors)),
        fold=without_agreements(folding.fold, files),
        anchored=bool(anchors.checkpoint or anchors.head),
        vouched=anchors.head is not None,
    )


def _breaks(files: Sequence[LedgerFile], look_up: LookUp) -> dict[str, ChainBreak]:
    """Return how each file broke first, given those before it."""
    named = {one for file in files for outer in file.outer for one in outer.named}
    known = look_up([file.path for file in files[:-1]], named) if named else {}
    breaks: dict[str, ChainBreak] = {}
    before: set[str] = set()
    for file in files:
        depths = {one: depth for one, (path, depth) in known.items() if path in before} if file.outer else {}
        unknown = [outer.otherwise for outer in file.outer if not _follows(outer, depths)]
        found = [*unknown, *([file.chain_break] if file.chain_break else [])]
        if found:
            breaks[file.path] = min(found, key=lambda one: one.line)
        before.add(file.path)
    return breaks


def _follows(outer: Outer, known: Mapping[bytes, int]) -> bool:
    depths = [known[one] for one in outer.named if one in known]
    return len(depths) == len(outer.named) and max(*depths, outer.inside) + 1 == outer.depth


def _linked(last: LedgerFile, found: Mapping[str, LedgerFile]) -> tuple[LedgerFile, ...]:
    """Return the files from the oldest that the headers lead to, up to the last."""
    files = {last.path: last}
    while (closed := _closed(last)) and (former := found.get(sibling(last.path, closed.file))):
        if former.path in files:
            break
        files[former.path] = last = former
    return tuple(reversed(files.values()))


def _closed(file: LedgerFile) -> Closed | None:
    return file.header.closed if file.header else None


def sibling(path: str, name: str) -> str:
    """Return the path of another file in the same folder."""
    folder, slash, _ = path.rpartition("/")
    return folder + slash + name


def _unfinished(last: LedgerFile, path: str, unread: frozenset[str]) -> Contradiction | None:
    """Tell of a file that has the name of a closed one, and was not; a rotation that stopped leaves one that was."""
    if last.path == path or last.rotated or path in unread:
        return None
    return Contradiction(last.path, max(last.size, 1), f"{last.path} was not closed, and there is no {path}")


def _seams(
    files: Sequence[LedgerFile], found: Mapping[str, LedgerFile], unread: frozenset[str], path: str
) -> Iterator[tuple[str, ChainBreak | Contradiction]]:
    first = _closed(files[0])
    if first and sibling(files[0].path, first.file) not in unread:
        name = sibling(files[0].path, first.file)
        yield name, Contradiction(name, 1, f"{files[0].path} continues {name}, and there is no such file")
    known = {file.path for file in files}
    orphans = (path for path in sorted(found.keys() - known) if found[path].header)
    for orphan in orphans:
        why = f"its header does not continue {orphan}, which lies beside it"
        yield files[-1].path, ChainBreak(1, BreakKind.GENESIS, why)
    if unfinished := _unfinished(files[-1], path, unread):
        yield files[-1].path, unfinished
    for former, later in pairwise(files):
        closed = _closed(later)
        if closed:
            yield from _seam(former, later.path, closed)


def _seam(former: LedgerFile, later: str, closed: Closed) -> Iterator[tuple[str, ChainBreak | Contradiction]]:
    if former.size < closed.size:
        why = f"{later} continues {closed.size} lines of {former.path}, and {former.size} are left"
        yield former.path, Contradiction(former.path, max(former.size, 1), why)
    elif former.size > closed.size:
        why = f"{later} continues only {closed.size} lines of this file"
        yield former.path, ChainBreak(closed.size + 1, BreakKind.INSERTED, why)
    elif former.digest != closed.head:
        why = f"it is not the last line that {later} continues"
        yield former.path, ChainBreak(max(former.size, 1), BreakKind.ALTERED, why)
    elif former.header and former.header.log_id != closed.log_id:
        why = f"it continues a log of another name than that of {former.path}"
        yield later, ChainBreak(1, BreakKind.GENESIS, why)
    elif not former.rotated:
        why = f"it continues {former.path}, which does not end in ROTATE"
        yield later, ChainBreak(1, BreakKind.GENESIS, why)


def _distinct(files: Sequence[LedgerFile], folding: Folding) -> Iterator[LedgerFile]:
    """Yield the files, with a fault for each id that an earlier one has as well."""
    repeated, start = deque(folding.repeated), 0
    for file in files:
        end = start + len(file.entries)
        faults = []
        while repeated and repeated[0] < end:
            entry = file.entries[repeated.popleft() - start]
            if folding.first[entry.id] < start:
                faults.append(LineFault(entry.line, entry.id, f"repeats the id {entry.id}", repeated=True))
        yield replace(file, faults=(*file.faults, *faults)) if faults else file
        start = end


def _contradictions(path: str, files: Sequence[LedgerFile], anchors: Anchors) -> Iterator[Contradiction]:
    checkpoint, head = anchors.checkpoint, anchors.head
    last = files[-1]
    if checkpoint and not any(_holds(file, checkpoint) for file in files):
        names = [file.header.log_id for file in files if file.header]
        if names and checkpoint.origin not in names:
            why = f"its checkpoint is of the log '{checkpoint.origin[:60]}', and this is '{names[-1][:60]}'"
        else:
            why = _difference("its checkpoint", checkpoint.size, last)
        yield Contradiction(path, max(min(checkpoint.size, last.size), 1), why, anchor=True)
    if head and not any(_ends(file, head) for file in files):
        why = _difference("the head that was saved", head.size, last)
        yield Contradiction(path, max(min(head.size, last.size), 1), why, anchor=True)


def _holds(file: LedgerFile, checkpoint: Checkpoint) -> bool:
    named = file.header is None or file.header.log_id == checkpoint.origin
    return named and any(mark.root == checkpoint.root for mark in file.marks.get(checkpoint.size, ()))


def _ends(file: LedgerFile, head: SavedHead) -> bool:
    return any(mark.digest == head.digest for mark in file.marks.get(head.size, ()))


def _difference(what: str, size: int, last: LedgerFile) -> str:
    if size > last.size:
        return f"{what} counts {size} lines, and there are {last.size}: the end was cut off"
    return f"the first {size} lines are not those of {what}: they were written anew"
