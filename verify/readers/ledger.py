"""The ledgers of a memory: which files they are, and what stands in them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from verify.ledger import (
    Anchors,
    LineError,
    assemble,
    depths_of,
    parse_checkpoint,
    read_foreign,
    read_native,
)
from verify.model.ledger import Ledger, LedgerFile, SavedHead
from verify.model.report import Problem, ProblemKind
from verify.readers.declared import Declared, of_ledger, usual_ledger
from verify.readers.source import Source

if TYPE_CHECKING:
    from verify.model.seal import SealedStore
    from verify.readers.sealed import SealReader


class LedgerShelf:
    """Takes the files of ledgers as they are read, so that no more than one is held at a time."""

    def __init__(self, source: Source, folder: str, declared: Declared) -> None:
        self.problems: list[Problem] = []
        usual = usual_ledger(folder)
        self._dialects = {usual: None, **{one.path: one.dialect for one in declared.ledgers}}
        self._files: dict[str, dict[str, LedgerFile]] = {path: {} for path in self._dialects}
        self._unread: list[str] = []
        heads = {usual: declared.head}
        self._source = source
        self._anchors = {path: self._anchor(source, path, heads.get(path)) for path in self._dialects}
        self._seal = self._seal_reader(source, folder)

    def _seal_reader(self, source: Source, folder: str) -> "SealReader | None":
        """Return what holds the files against the manifest of the first ledger that has one."""
        native = {f"{path.rpartition('.')[0] or path}.seal": path for path, form in self._dialects.items() if not form}
        for path, content in source.read(native):
            if isinstance(content, Problem):
                self.problems.append(content)
                continue
            # Few memories with a ledger are sealed.
            from verify.readers.sealed import SealReader  # noqa: PLC0415

            return SealReader(folder, native[path], content)
        return None

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
                yield from (path for path in listed if isinstance(path, str) and of_ledger(path, ledger))

    def take(self, path: str, content: bytes | Problem) -> bool:
        """Read a file if it is one of a ledger, and tell whether it is."""
        if self._seal:
            self._seal.take(path, content)
        ledger = self._owner(path)
        if ledger is None:
            return False
        if isinstance(content, Problem):
            self._unread.append(path)
        else:
            dialect, sizes = self._dialects[ledger], self._anchors[ledger].sizes
            read = read_foreign(path, content, dialect, sizes) if dialect else read_native(path, content, sizes)
            self._files[ledger][path] = read
        return True

    def _owner(self, path: str) -> str | None:
        return next((ledger for ledger in self._dialects if of_ledger(path, ledger)), None)

    def lacks(self, paths: Iterable[str]) -> None:
        """Remember which of these files, that could not even be opened, are of a ledger."""
        self._unread += [path for path in paths if self._owner(path)]

    def ledgers(self) -> tuple[Ledger, ...]:
        """Return the ledgers that there are, sorted by path."""
        found = (
            assemble(p, files, self._anchors[p], self._unread, self._look_up)
            for p, files in sorted(self._files.items())
        )
        return tuple(ledger for ledger in found if ledger)

    def _look_up(self, paths: Sequence[str], digests: Collection[bytes]) -> Mapping[bytes, int]:
        # Read once more, because next to no ledger needs it.
        contents = (content for _, content in self._source.read(paths) if isinstance(content, bytes))
        return depths_of(contents, digests)

    @property
    def seal(self) -> "SealedStore | None":
        """The newest manifest, and what the memory holds now."""
        return self._seal.store() if self._seal else None

    @property
    def unread(self) -> tuple[str, ...]:
        """The files of ledgers that could not be read."""
        return tuple(self._unread)
