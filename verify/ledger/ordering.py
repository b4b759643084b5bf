"""Puts the lines of a ledger in an order in which each stands behind those that it names."""

from collections.abc import Iterator

from verify.ledger.errors import LineError
from verify.ledger.hashing import line_digest
from verify.ledger.lines import torn_tail, whole_lines
from verify.ledger.strict_json import read_object


def in_order(content: bytes) -> bytes:
    """Return a file in order, each line once; it stays as it is where nothing has to move.

    Where branches crossed more than once, git may put lines of a union before those that they name, and
    lines that both sides have twice.
    """
    lines = list(dict.fromkeys(whole_lines(content)))
    return b"".join(line + b"\n" for line in _placed(lines)) + torn_tail(content)


def _placed(lines: list[bytes]) -> list[bytes]:
    placed: dict[bytes, bytes] = {}
    waiting: dict[bytes, list[bytes]] = {}
    for at, line in enumerate(lines):
        ready = [line]
        while ready:
            one = ready.pop()
            missing = next((digest for digest in _named(one) if digest not in placed), None) if at else None
            if missing is not None:
                waiting.setdefault(missing, []).append(one)
                continue
            digest = line_digest(one)
            placed[digest] = one
            ready += reversed(waiting.pop(digest, ()))
    found = list(placed.values())
    # What names no line stays where it is, behind the others; the chain tells of it.
    return found if not waiting else [*found, *(line for line in lines if line_digest(line) not in placed)]


def _named(line: bytes) -> Iterator[bytes]:
    """Yield the digests that a line names; none if it is malformed, which is told elsewhere."""
    try:
        table = read_object(line)
    except LineError:
        return
    body = table.get("body")
    heads = body.get("heads") if isinstance(body, dict) else None
    for digest in (table.get("prev"), *(heads if isinstance(heads, list) else ())):
        if isinstance(digest, str) and len(digest) == 64 and digest.isascii():
            yield _raw(digest)


def _raw(digest: str) -> bytes:
    try:
        return bytes.fromhex(digest)
    except ValueError:
        return b""
