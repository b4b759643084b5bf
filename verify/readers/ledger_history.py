"""What became of a ledger from commit to commit: it may only grow."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct

from verify.git import Git
from verify.ledger import LineError, read_object, whole_lines, without_torn_tail
from verify.model.history import Commit, LedgerCut, LedgerPast
from verify.readers.ledger_versions import LedgerVersions, Tree, Version, shared

_TELLING = (b"REVERSAL", b"SUPERSEDE", b"CORRECTION")


def read_ledger_past(
    git: Git, commits: Sequence[Commit], paths: Sequence[str], saved: Callable[[str], bytes] | None = None
) -> LedgerPast:
    """Compare each version of the ledgers with those of the parents. Raises GitError.

    ``saved`` reads a file of the checked state, which is the last commit then.
    """
    ledgers = [LedgerVersions(git, commits, path, saved) for path in paths]
    walks = [_Walk(versions, commits) for versions in ledgers]
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


class _Offence(Struct, frozen=True):
    at: int
    before: Version
    after: Version


class _Walk:
    """One ledger, with the files that were closed before it."""

    def __init__(self, versions: LedgerVersions, commits: Sequence[Commit]) -> None:
        self.recorded: list[tuple[str, int]] = []
        self.committed = False
        self._versions = versions
        self._commits = commits

    def cuts(self) -> Iterator[LedgerCut]:
        """Yield each commit after which lines were gone that are gone still, one for each distinct change."""
        offences: dict[tuple[Version, Version], _Offence] = {}
        versions = list(self._readable(offences))
        today = versions[-1] if versions else ()
        yield from (self._cut(one) for one in offences.values() if not self._continues(one.before, today))

    def _readable(self, offences: dict[tuple[Version, Version], _Offence]) -> Iterator[Version]:
        """Yield the version of each commit; for one that cannot be read that of its first parent."""
        position: dict[str, int] = {}
        trees: list[Tree] = []
        versions: list[Version] = []
        for at, commit in enumerate(self._commits):
            parents = [position[parent] for parent in commit.parents if parent in position]
            tree = trees[parents[0]] if parents else {}
            version = versions[parents[0]] if parents else ()
            if self._versions.are_touched(commit):
                tree = self._versions.changed(tree, commit)
                self.committed = self.committed or (commit.id is not None and self._versions.path in tree)
                new = self._versions.of(tree)
                version = new if self._versions.can_be_read(new) else version
                for offence in self._compare(at, [versions[one] for one in parents], version):
                    offences.setdefault((offence.before, offence.after), offence)
            trees.append(tree)
            versions.append(version)
            if commit.id:
                position[commit.id] = at
            yield version

    def _compare(self, at: int, befores: Sequence[Version], after: Version) -> Iterator[_Offence]:
        yield from (_Offence(at, before, after) for before in befores if not self._continues(before, after))
        if after not in befores:
            self._record(at, befores, after)

    def _continues(self, before: Version, after: Version) -> bool:
        """Whether a version holds every line of another one, nearly always as its beginning.

        Where branches were joined their lines may stand in another order, which the chain holds to account. A
        line that git put in twice, or also into the file that one side began, means no more than one.
        """
        same = shared(before, after)
        old, new = without_torn_tail(self._versions.content(before[same:])), self._versions.content(after[same:])
        if new.startswith(old):
            return True
        gone = {*whole_lines(old)} - {*whole_lines(new)}
        return not gone or gone <= {*whole_lines(self._versions.content(after[:same]))}

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
