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
    digests = [line_digest(line) for line in lines]
    at = {digest: number for number, digest in enumerate(digests)}
    # What names no line stays where it is, behind the others; the chain tells of it.
    named = [{*_named(line)} if number else set() for number, line in enumerate(lines)]
    missing = [len(wanted) for wanted in named]
    followers: dict[int, list[int]] = {}
    for number, wanted in enumerate(named):
        for digest in wanted & at.keys():
            followers.setdefault(at[digest], []).append(number)
    placed: dict[int, None] = {}
    for number in range(len(lines)):
        ready = [number] if not missing[number] else []
        while ready:
            one = ready.pop()
            if one in placed:
                continue
            placed[one] = None
            for follower in followers.get(one, ()):
                missing[follower] -= 1
            ready += reversed([f for f in followers.get(one, ()) if not missing[f] and f <= number])
    return [lines[number] for number in (*placed, *(n for n in range(len(lines)) if n not in placed))]


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
