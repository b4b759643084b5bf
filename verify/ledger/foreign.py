"""One ledger of another origin, read by the dialect that was declared for it."""

from collections.abc import Collection

from verify.ledger.chain import Chain
from verify.ledger.dialect import START, Dialect
from verify.ledger.doubt import Link
from verify.ledger.errors import LineError
from verify.ledger.hashing import line_digest
from verify.ledger.lines import torn_tail, whole_lines
from verify.ledger.reading import Marks
from verify.ledger.strict_json import read_object
from verify.model.ledger import LedgerFile, LineFault

_TORN = "has no line feed: a writer stopped in the middle, and the line does not count"


def read_foreign(path: str, content: bytes, dialect: Dialect, sizes: Collection[int] = ()) -> LedgerFile:
    """Recompute the chain of a ledger; what its entries mean is not known."""
    chain = Chain(0, START)
    marks = Marks(sizes)
    faults: list[LineFault] = []
    size, digest, unchecked = 0, None, None
    for size, raw in enumerate(whole_lines(content), 1):
        digest = line_digest(raw)
        marks.add(size, raw, digest)
        try:
            link = _link(raw, dialect, size)
        except LineError as error:
            faults.append(LineFault(size, None, str(error)))
            unchecked = unchecked or size
            continue
        if unchecked is None:
            chain.add(link)
    torn = bool(torn_tail(content))
    if torn:
        faults.append(LineFault(size + 1, None, _TORN, tolerable=True))
    return LedgerFile(
        path=path,
        header=None,
        entries=(),
        faults=tuple(faults),
        chain_break=chain.divergence(whole=unchecked is None),
        unchecked_from=unchecked,
        size=size,
        digest=digest.hex() if digest else None,
        heads=chain.heads if size else (),
        marks=marks.found,
        torn=torn,
    )


def _link(raw: bytes, dialect: Dialect, line: int) -> Link:
    table = read_object(raw)
    digest = dialect.digest_of(raw, table)
    own = dialect.decode(table.get(dialect.own)) if dialect.own else digest
    if own is None:
        raise LineError(f"has no digest in '{dialect.own}'")
    prev = dialect.prev_of(table, first=line == 1)
    return Link(line, own, prev, dialect.seq_of(table), altered=own != digest)
