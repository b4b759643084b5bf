"""Looks for lines by their digests."""

from collections.abc import Collection, Iterable

from verify.ledger.errors import LineError
from verify.ledger.hashing import line_digest
from verify.ledger.lines import whole_lines
from verify.ledger.mending import header_of
from verify.ledger.schema import read_entry
from verify.ledger.strict_json import read_object


def depths_of(contents: Iterable[bytes], digests: Collection[bytes]) -> dict[bytes, int]:
    """Return the depths of the lines of some files that have one of these digests."""
    found: dict[bytes, int] = {}
    for content in contents:
        for line in whole_lines(content):
            digest = line_digest(line)
            if digest in digests and (depth := _depth(line)) is not None:
                found[digest] = depth
    return found


def _depth(line: bytes) -> int | None:
    if header_of(line):
        return -1
    try:
        table = read_object(line)
        read_entry(table, 1)
    except LineError:
        return None
    depth: int = table["seq"]
    return depth
