"""Looks for lines by their digests."""

from collections.abc import Collection, Iterable

from verify.ledger.errors import LineError
from verify.ledger.hashing import line_digest
from verify.ledger.lines import whole_lines
from verify.ledger.mending import header_of
from verify.ledger.schema import read_entry
from verify.ledger.strict_json import read_object


def depths_of(contents: Iterable[tuple[str, bytes]], digests: Collection[bytes]) -> dict[bytes, tuple[str, int]]:
    """Return the lines of some files that have one of these digests: in which file, and how deep."""
    found: dict[bytes, tuple[str, int]] = {}
    for path, content in contents:
        for line in whole_lines(content):
            digest = line_digest(line)
            if digest in digests and (depth := _depth(line)) is not None:
                found.setdefault(digest, (path, depth))
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
