"""What a writer finds before it writes, and whether it may go on from there."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from msgspec import Struct

from verify.ledger.lines import whole_lines, without_torn_tail
from verify.ledger.mending import header_of, is_conflicted
from verify.model.entry import Entry
from verify.model.ledger import BreakKind, ChainBreak, Ledger, LedgerFile

_JOIN = "; if a merge of git did it, run `verify log merge`"


class Committed(Struct, frozen=True):
    """The lines that a commit holds of a ledger, those of closed files first."""

    what: str
    content: bytes


class Standing(Struct, frozen=True):
    """A ledger as it is on disk; ``place`` is its file, ``stored`` the bytes in it.

    ``contents`` has what is to be taken for the content of each file: that of the last one may be
    ``stored`` without the traces of a torn write or of a conflict. ``compared`` names what vouches for its
    end, ``lost`` what that has and the ledger has not.
    """

    path: str
    place: Path
    stored: bytes
    contents: Mapping[str, bytes]
    ledger: Ledger | None
    compared: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def content(self) -> bytes:
        """What the file that is written to holds."""
        return self.contents.get(self.path, b"")

    @property
    def last(self) -> LedgerFile | None:
        """The newest file."""
        return self.ledger.files[-1] if self.ledger else None

    @property
    def entries(self) -> Iterator[Entry]:
        """Yield the entries of all files."""
        return (entry for file in (self.ledger.files if self.ledger else ()) for entry in file.entries)

    @property
    def forked(self) -> bool:
        """Whether the file that is written to has branches, and nothing else is wrong with its chain."""
        if self.ledger is None or self.ledger.divergence is None:
            return False
        path, found = self.ledger.divergence
        return found.forked and path == self.path and not any(file.unchecked_from for file in self.ledger.files)

    @property
    def half_rotated(self) -> bool:
        """Whether a rotation stopped between its steps."""
        return bool(self.last and self.last.rotated)


def broken(standing: Standing) -> str | None:
    """Return why the chain is not whole; None if it is."""
    file = next((f for f in standing.ledger.files if f.unchecked_from), None) if standing.ledger else None
    if is_conflicted(standing.content):
        return f"{standing.path} holds the marks of a conflict; run `verify log merge`"
    if file:
        why = next(fault.message for fault in file.faults if fault.line == file.unchecked_from and not fault.tolerable)
        lines = islice(whole_lines(standing.contents[file.path]), (file.unchecked_from or 1) - 1, None)
        header = header_of(next(lines, b""))
        return f"{file.path} is not whole: line {file.unchecked_from} {why}{_JOIN if header else ''}"
    if standing.ledger and standing.ledger.divergence:
        path, found = standing.ledger.divergence
        return f"{path} is not whole: line {found.line} ({found.kind.value}): {found.message}{_hint(found)}"
    return None


def _hint(found: ChainBreak) -> str:
    if found.forked:
        return "; run `verify log merge`"
    # A line that git put elsewhere, or in twice.
    return _JOIN if found.kind in {BreakKind.REORDERED, BreakKind.INSERTED} else ""


def torn(standing: Standing) -> str | None:
    """Return that the last line was not finished; None if it was."""
    for file in standing.ledger.files if standing.ledger else ():
        if file.torn:
            mend = "give --mend-tail, which ends the line if it is whole and else removes it"
            hint = mend if file.path == standing.path else "a file that was closed must not change: bring it back"
            return f"{file.path} ends in a line without a line feed; {hint}"
    return None


def cut(standing: Standing) -> str | None:
    """Return what is gone that something outside the ledger remembers; None if nothing is."""
    told = [seen.message for seen in standing.ledger.contradictions] if standing.ledger else []
    reasons = (*standing.lost, *told)
    return f"{standing.path} is not complete: {reasons[0]}" if reasons else None


def lacking(content: bytes, committed: Committed) -> str | None:
    """Return what a ledger lacks of the lines that a commit holds; None if it lacks nothing."""
    old = without_torn_tail(committed.content)
    if content.startswith(old):
        return None
    gone = len({*whole_lines(old)} - {*whole_lines(content)})
    if not gone:
        # Where branches were joined lines may stand in another order, which the chain holds to account.
        return None
    what = f"{gone} lines of {committed.what} are" if gone > 1 else f"a line of {committed.what} is"
    return f"{what} gone or changed; bring back what was there, byte for byte"
