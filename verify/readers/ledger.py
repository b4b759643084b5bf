"""The ledgers of a memory: which files they are, and what stands in them."""

import re
from collections.abc import Iterator, Sequence

from verify.ledger import (
    Anchors,
    DeclaredLedger,
    Dialect,
    LineError,
    assemble,
    parse_checkpoint,
    read_foreign,
    read_native,
)
from verify.model.ledger import Ledger, LedgerFile, SavedHead
from verify.model.report import Problem, ProblemKind
from verify.readers.source import Source

USUAL_NAME = "ledger.jsonl"
_CLOSED = re.compile(r"-[0-9]{1,9}", re.ASCII)


def family(path: str, ledger: str) -> bool:
    """Whether a path is that of a ledger, or of a file that was closed when the ledger was rotated."""
    if path == ledger:
        return True
    stem, dot, suffix = ledger.rpartition(".")
    inside = path.removeprefix(stem).removesuffix(f"{dot}{suffix}")
    return path == f"{stem}{inside}{dot}{suffix}" and _CLOSED.fullmatch(inside) is not None


def ledger_paths(folder: str, declared: Sequence[DeclaredLedger]) -> dict[str, Dialect | None]:
    """Return the ledgers that a memory may have, with the dialects of those from elsewhere."""
    return {f"{folder}/{USUAL_NAME}": None, **{one.path: one.dialect for one in declared}}


class LedgerShelf:
    """Takes the files of ledgers as they are read, so that no more than one is held at a time."""

    def __init__(
        self, source: Source, folder: str, declared: Sequence[DeclaredLedger] = (), head: SavedHead | None = None
    ) -> None:
        self.problems: list[Problem] = []
        self._dialects = ledger_paths(folder, declared)
        self._files: dict[str, dict[str, LedgerFile]] = {path: {} for path in self._dialects}
        self._unread: list[str] = []
        usual = f"{folder}/{USUAL_NAME}"
        self._anchors = {path: self._anchor(source, path, head if path == usual else None) for path in self._dialects}

    def _anchor(self, source: Source, path: str, head: SavedHead | None) -> Anchors:
        beside = f"{path.rpartition('.')[0] or path}.checkpoint"
        for _, content in source.read([beside]):
            if isinstance(content, Problem):
                self.problems.append(content)
                continue
            try:
                return Anchors(parse_checkpoint(content), head)
            except LineError as error:
                message = f"is no checkpoint: it {error}; write it anew, or remove it"
                self.problems.append(Problem(ProblemKind.UNREADABLE, beside, None, message))
        return Anchors(None, head)

    def outside(self, source: Source, folder: str) -> Iterator[str]:
        """Yield the files of declared ledgers that do not lie in the memory folder."""
        for ledger in self._dialects:
            if not ledger.startswith(f"{folder}/"):
                beside = ledger.rpartition("/")[0]
                listed = source.files(beside) if beside else iter([ledger] if source.holds(ledger) else [])
                yield from (path for path in listed if isinstance(path, str) and family(path, ledger))

    def take(self, path: str, content: bytes | Problem) -> bool:
        """Read a file if it is one of a ledger, and tell whether it is."""
        ledger = next((ledger for ledger in self._dialects if family(path, ledger)), None)
        if ledger is None:
            return False
        if isinstance(content, Problem):
            self._unread.append(path)
        else:
            dialect, sizes = self._dialects[ledger], self._anchors[ledger].sizes
            read = read_foreign(path, content, dialect, sizes) if dialect else read_native(path, content, sizes)
            self._files[ledger][path] = read
        return True

    def ledgers(self) -> tuple[Ledger, ...]:
        """Return the ledgers that there are, sorted by path."""
        found = (assemble(p, files, self._anchors[p], self._unread) for p, files in sorted(self._files.items()))
        return tuple(ledger for ledger in found if ledger)

    @property
    def unread(self) -> tuple[str, ...]:
        """The files of ledgers that could not be read."""
        return tuple(self._unread)
