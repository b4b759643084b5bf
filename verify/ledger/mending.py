"""Takes the traces of a torn write, or of a merge that stopped, out of a file; no entry is dropped."""

import json
import re
from collections.abc import Iterable

from verify.errors import RefusedError
from verify.ledger.errors import LineError
from verify.ledger.lines import torn_tail, whole_lines, without_torn_tail
from verify.ledger.schema import read_entry, read_header
from verify.ledger.strict_json import read_object
from verify.model.ledger import Header

# No line of a ledger begins like this: each is a JSON object.
_MARK = re.compile(rb"(<{7}|={7}|>{7}|\|{7})( |\r?$)")
_BASE, _MIDDLE = b"|||||||", b"======="


def mended(content: bytes) -> bytes:
    """Return a file without a torn tail. Raises RefusedError if that might drop an entry.

    A line that lacks only its line feed gets it. Any other one was never acknowledged.
    """
    tail, whole = torn_tail(content), without_torn_tail(content)
    if not tail:
        return content
    if _is_line(tail, first=not whole):
        return content + b"\n"
    if _begins_whole(tail):
        raise RefusedError("the line without a line feed begins with a whole entry; look at it by hand")
    return whole


def _is_line(raw: bytes, *, first: bool) -> bool:
    try:
        table = read_object(raw)
        if first:
            read_header(table)
        else:
            read_entry(table, 1)
    except LineError:
        return False
    return True


def _begins_whole(raw: bytes) -> bool:
    try:
        json.JSONDecoder().raw_decode(raw.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return False
    return True


def is_conflicted(content: bytes) -> bool:
    """Whether git left the marks of a conflict in a file."""
    return b"<<<<<<<" in content and any(_MARK.match(line) for line in whole_lines(content))


def beyond(content: bytes, closed: Iterable[bytes]) -> bytes:
    """Return a file that one side began by a rotation, without the lines that the other side left in the old one.

    Its own header comes first. A file that no side rotated stays as it is.
    """
    lines = list(whole_lines(content))
    known = {line for other in closed for line in whole_lines(other)}
    headers = [line for line in lines if line not in known and header_of(line)]
    if len(headers) != 1 or known.isdisjoint(lines):
        return content
    kept = [*headers, *(line for line in lines if line not in known and line != headers[0])]
    return b"".join(line + b"\n" for line in kept) + torn_tail(content)


def header_of(line: bytes) -> Header | None:
    """Return what the first line of a file says; None if it is none."""
    try:
        return read_header(read_object(line))
    except LineError:
        return None


def sides(content: bytes) -> tuple[bytes, bytes]:
    """Return what a file in conflict holds on our side and on theirs; twice the same without a conflict."""
    ours: list[bytes] = []
    theirs: list[bytes] = []
    both = (ours, theirs)
    wanted: tuple[list[bytes], ...] = both
    for line in whole_lines(content):
        if _MARK.match(line):
            wanted = {b"<": (ours,), b"|": (), b"=": (theirs,), b">": both}[line[:1]]
            continue
        for side in wanted:
            side.append(line)
    first, second = (b"".join(line + b"\n" for line in side) for side in both)
    return first, second


def without_conflict(content: bytes) -> bytes:
    """Return the lines of both sides of a conflict, each of them once, and nothing of their base.

    Files only grow, so what git shows as the base of a conflict is on both sides as well.
    """
    if not is_conflicted(content):
        return content
    kept: dict[bytes, None] = {}
    of_base = False
    for line in whole_lines(content):
        if _MARK.match(line):
            of_base = line.startswith(_BASE) or (of_base and not line.startswith(_MIDDLE))
        elif not of_base:
            kept[line] = None
    return b"".join(line + b"\n" for line in kept) + torn_tail(content)
