"""What became of a ledger from commit to commit: it may only grow."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from verify.git import Git
from verify.ledger import LineError, read_object, whole_lines, without_torn_tail
from verify.model.history import Commit, LedgerCut, LedgerPast
from verify.readers.ledger_versions import LedgerVersions, Tree, Version, shared
from verify.readers.merging import merging

_TELLING = (b"REVERSAL", b"SUPERSEDE", b"CORRECTION")


def read_ledger_past(
    git: Git, commits: Sequence[Commit], paths: Sequence[str], saved: Callable[[str], bytes] | None = None
) -> LedgerPast:
    """Compare each version of the ledgers with those of the parents. Raises GitError.

    ``saved`` reads a file of the checked state, which is the last commit then.
    """
    ledgers = [LedgerVersions(git, commits, path, saved) for path in paths]
    joining = saved is not None and merging(git) is not None
    walks = [_Walk(versions, commits, joining=joining) for versions in ledgers]
    cuts = [cut for walk in walks for cut in walk.cuts()]
    recorded: dict[str, list[int]] = {}
    for walk in walks:
        for name, at in walk.recorded:
            recorded.setdefault(name, []).append(at)
    return LedgerPast(
        cuts=tuple(cuts),
        committed=frozenset(v.path for v, walk in zip(ledgers, walks, strict=True) if walk.committed),
        recorded={name: tuple(sorted(set(places))) for name, places in recorded.items()},
        unread=tuple(blob for versions in ledgers for blob in versions.unread),
    )


@dataclass(frozen=True, slots=True)
class _Offence:
    at: int
    before: Version
    after: Version


class _Walk:
    """One ledger, with the files that were closed before it.

    ``joining`` tells that the checked state, the last commit, is a merge that is not committed yet.
    """

    def __init__(self, versions: LedgerVersions, commits: Sequence[Commit], *, joining: bool) -> None:
        self.recorded: list[tuple[str, int]] = []
        self.committed = False
        self._versions = versions
        self._commits = commits
        self._merged = False
        self._joining = joining

    def cuts(self) -> Iterator[LedgerCut]:
        """Yield each commit after which lines were gone that are gone still, one for each distinct change."""
        offences: dict[tuple[Version, Version], _Offence] = {}
        trees = list(self._trees(offences))
        today = self._versions.of(trees[-1]) if trees else ()
        for offence in offences.values():
            involved = {blob for version in (offence.before, offence.after, today) for _, blob in version}
            if not self._restored(offence.before, today) and involved.isdisjoint(self._versions.unread):
                yield self._cut(offence)

    def _trees(self, offences: dict[tuple[Version, Version], _Offence]) -> Iterator[Tree]:
        position: dict[str, int] = {}
        trees: list[Tree] = []
        for at, commit in enumerate(self._commits):
            parents = [trees[position[parent]] for parent in commit.parents if parent in position]
            if self._versions.are_touched(commit):
                tree = self._versions.changed(parents[0] if parents else {}, commit)
                self.committed = self.committed or (commit.id is not None and self._versions.path in tree)
                for offence in self._compare(at, [self._versions.of(one) for one in parents], self._versions.of(tree)):
                    offences.setdefault((offence.before, offence.after), offence)
            else:
                tree = parents[0] if parents else {}
            trees.append(tree)
            if commit.id:
                position[commit.id] = at
            yield tree

    def _compare(self, at: int, befores: Sequence[Version], after: Version) -> Iterator[_Offence]:
        if after in befores and len(befores) == 1:
            return
        if len(befores) > 1 or (self._joining and self._commits[at].id is None):
            self._merged = True
            yield from (_Offence(at, b, after) for b in befores if not self._continues(b, after, merge=True))
            if after not in befores:
                self._record(at, befores, after)
            return
        for before in befores:
            if not self._continues(before, after, merge=False):
                yield _Offence(at, before, after)
        self._record(at, befores, after)

    def _continues(self, before: Version, after: Version, *, merge: bool) -> bool:
        """Whether a version begins with another one; a merge need only hold every line of it.

        A line that git put in twice, or also into the file that one side began, means no more than one,
        and may go again.
        """
        same = shared(before, after)
        old, new = without_torn_tail(self._versions.content(before[same:])), self._versions.content(after[same:])
        if new.startswith(old):
            return True
        if not merge:
            return False
        gone = {*whole_lines(old)} - {*whole_lines(new)}
        return not gone or gone <= {*whole_lines(self._versions.content(after[:same]))}

    def _restored(self, before: Version, today: Version) -> bool:
        # Where lines were merged, today's file may hold others between them.
        return self._continues(before, today, merge=self._merged)

    def _record(self, at: int, befores: Sequence[Version], after: Version) -> None:
        for line in self._new_lines(befores, after):
            if any(word in line for word in _TELLING):
                self.recorded += ((name, at) for name in _named(line))

    def _new_lines(self, befores: Sequence[Version], after: Version) -> Iterator[bytes]:
        """Yield the lines that no parent has."""
        same = min((shared(before, after) for before in befores), default=0)
        olds, new = (
            [without_torn_tail(self._versions.content(before[same:])) for before in befores],
            self._versions.content(after[same:]),
        )
        if len(olds) == 1 and new.startswith(olds[0]):
            # Nearly always: what was appended is all that is looked at, however long the file is.
            yield from whole_lines(new[len(olds[0]) :])
            return
        known = {line for old in olds for line in whole_lines(old)}
        yield from (line for line in whole_lines(new) if line not in known)

    def _cut(self, offence: _Offence) -> LedgerCut:
        old, new = ([*whole_lines(self._versions.content(v))] for v in (offence.before, offence.after))
        first = next((n for n, (one, other) in enumerate(zip_longest(old, new), 1) if one != other), 1)
        lost = sum((Counter(old) - Counter(new)).values())
        return LedgerCut(offence.at, self._versions.path, first, lost)


def _named(line: bytes) -> Iterator[str]:
    try:
        table = read_object(line)
    except LineError:
        return
    if table.get("type") in {word.decode() for word in _TELLING} and isinstance(table.get("ref"), str):
        yield table["ref"]
