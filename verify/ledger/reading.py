"""One file of a ledger: every line parsed, every digest recomputed."""

from collections.abc import Collection, Iterator, Sequence

from verify.ledger.chain import Chain
from verify.ledger.closure import resting_on
from verify.ledger.doubt import Link
from verify.ledger.errors import LineError
from verify.ledger.hashing import MerkleTree, line_digest, merkle_root
from verify.ledger.lines import BYTE_ORDER_MARK, torn_tail, whole_lines
from verify.ledger.rows import Rows
from verify.ledger.schema import read_entry, read_header
from verify.ledger.strict_json import read_object
from verify.model.entry import EntryType
from verify.model.ledger import Header, LedgerFile, LineFault, Mark

_BYTE_ORDER = "begins with a byte order mark, which is part of what is hashed; save the file without it"
_RETURNS = "ends in a carriage return, which is part of what is hashed; set `-text` for the file in .gitattributes"
_TORN = "has no line feed: a writer stopped in the middle, and the line does not count"


def read_native(path: str, content: bytes, sizes: Collection[int] = ()) -> LedgerFile:
    """Read a ledger in the format of its own; ``sizes`` are numbers of lines whose root is wanted."""
    reader = _Reader(sizes)
    for raw in whole_lines(content):
        reader.take(raw)
    tail = torn_tail(content)
    if tail:
        reader.faults.append(LineFault(reader.size + 1, None, _TORN, tolerable=True))
    reader.look_behind(content)
    return reader.file(path, torn=bool(tail))


class _Reader:
    def __init__(self, sizes: Collection[int]) -> None:
        self.size = 0
        self.faults: list[LineFault] = []
        self._ids: set[str] = set()
        self._entries = Rows()
        self._header: Header | None = None
        self._chain: Chain | None = None
        self._digest: bytes | None = None
        self._unchecked: int | None = None
        self._marks = Marks(sizes)
        self._told: set[str] = set()

    def take(self, raw: bytes) -> None:
        self.size += 1
        self._digest = line_digest(raw)
        self._marks.add(self.size, raw, self._digest)
        if self.size == 1 and raw.startswith(BYTE_ORDER_MARK):
            self._tolerate(_BYTE_ORDER)
            raw = raw.removeprefix(BYTE_ORDER_MARK)
        if raw.endswith(b"\r"):
            self._tolerate(_RETURNS)
        try:
            if self.size == 1:
                self._take_header(raw, self._digest)
            else:
                self._take_entry(raw, self._digest)
        except LineError as error:
            self.faults.append(LineFault(self.size, error.name, str(error)))
            self._unchecked = self._unchecked or self.size

    def _tolerate(self, message: str) -> None:
        """Tell of a peculiarity once; a file that has it once mostly has it everywhere."""
        if message not in self._told:
            self._told.add(message)
            self.faults.append(LineFault(self.size, None, message, tolerable=True))

    def _take_header(self, raw: bytes, digest: bytes) -> None:
        self._header = read_header(read_object(raw))
        self._chain = Chain(1, digest, continues=self._header.closed is not None)

    def _take_entry(self, raw: bytes, digest: bytes) -> None:
        table = read_object(raw)
        name = table.get("id")
        if isinstance(name, str) and name in self._ids:
            self.faults.append(LineFault(self.size, name, f"repeats the id {name}"))
        entry = read_entry(table, self.size)
        self._ids.add(entry.id)
        self._entries.append(entry)
        if self._chain and self._unchecked is None:
            heads = table["body"]["heads"][1:] if entry.type is EntryType.MERGE else ()
            merged = tuple(bytes.fromhex(head) for head in heads)
            prev = bytes.fromhex(table["prev"])
            self._chain.add(Link(self.size, digest, prev, table["seq"], merged, entry.type is EntryType.ROTATE))

    def look_behind(self, content: bytes) -> None:
        """Mark what later lines rest on; few ledgers have branches."""
        if self._chain and self._chain.parents:
            self._marks.add_behind(self._chain, list(whole_lines(content)))

    def file(self, path: str, *, torn: bool) -> LedgerFile:
        return LedgerFile(
            path=path,
            header=self._header,
            entries=self._entries,
            faults=tuple(self.faults),
            chain_break=self._chain.divergence(whole=self._unchecked is None) if self._chain else None,
            unchecked_from=self._unchecked,
            size=self.size,
            digest=self._digest.hex() if self._digest else None,
            heads=self._chain.heads if self._chain else (),
            marks=self._marks.found,
            torn=torn,
            rotated=bool(self._entries) and self._ends_rotated,
            outer=self._chain.outer if self._chain else (),
        )

    @property
    def _ends_rotated(self) -> bool:
        last = self._entries[-1]
        return last.type is EntryType.ROTATE and last.line == self.size


class Marks:
    """What lines come to, at the sizes that are wanted: the first ones, and those that a line rests on."""

    def __init__(self, sizes: Collection[int]) -> None:
        self._sizes = frozenset(sizes)
        self._last = max(sizes, default=0)
        self._tree = MerkleTree()
        self.found = {0: [Mark(self._tree.root, "")]} if 0 in self._sizes else {}

    def add(self, size: int, raw: bytes, digest: bytes) -> None:
        if size <= self._last:
            self._tree.add(raw)
            if size in self._sizes:
                self.found[size] = [Mark(self._tree.root, digest.hex())]

    def add_behind(self, chain: Chain, lines: Sequence[bytes]) -> None:
        """Add what the lines of a chain rest on."""
        for size in self._sizes:
            self.found.setdefault(size, []).extend(self._behind(chain, lines, size))

    def _behind(self, chain: Chain, lines: Sequence[bytes], size: int) -> Iterator[Mark]:
        for positions in resting_on(chain.parents, len(chain), size):
            root = merkle_root(lines[at] for at in positions)
            yield Mark(root, line_digest(lines[positions[-1]]).hex())
