"""Extends a ledger, after what is there was found to be whole; to be used under the lock of its folder."""

from verify.errors import RefusedError
from verify.ledger.admission import admit, admit_text
from verify.ledger.composing import Draft, Signature, entry_line, header_line
from verify.ledger.disk import append, replace
from verify.ledger.hashing import line_digest, merkle_root
from verify.ledger.lines import whole_lines
from verify.ledger.standing import Standing, broken, cut, torn
from verify.model.entry import EntryType
from verify.model.ledger import Checkpoint, Head, LedgerFile, SavedHead

CAP = 16 * 1024 * 1024 - 4096
"""Bytes of one file; readers take a little more, so that it can still be closed."""


def refuse_unless_whole(standing: Standing, *, forked: bool = False, half_rotated: bool = False) -> None:
    """Raise RefusedError with the first reason why nothing may be written."""
    chain = None if forked and standing.forked else broken(standing)
    reason = torn(standing) or chain or cut(standing)
    if reason:
        raise RefusedError(reason)
    if standing.last and standing.last.path != standing.path and not standing.half_rotated:
        raise RefusedError(f"{standing.last.path} was not closed, and there is no {standing.path}; bring it back")
    if standing.half_rotated and not half_rotated:
        raise RefusedError(f"a rotation of {standing.path} was stopped half-way; run `verify log rotate` to finish it")


def append_entry(standing: Standing, draft: Draft, by: Signature, log_id: str) -> str:
    """Append one entry, and return its id once it is on the disk. Raises RefusedError or UsageError.

    If there is no ledger, one of the name ``log_id`` begins.
    """
    refuse_unless_whole(standing)
    before = b""
    if not standing.content:
        before = header_line(log_id) + b"\n"
    head = _only_head(standing, before)
    name, line = admitted(standing, draft, by, head)
    _extend(standing, before + line + b"\n")
    return name


def admitted(standing: Standing, draft: Draft, by: Signature, head: Head) -> tuple[str, bytes]:
    """Return id and line of an entry behind a head. Raises UsageError or RefusedError if it does not fit."""
    entries = list(standing.entries)
    entry, line = entry_line(draft, head, by, {one.id for one in entries})
    admit(entries, entry)
    admit_text(line)
    return entry.id, line


def _only_head(standing: Standing, header: bytes) -> Head:
    if header:
        return Head(1, -1, line_digest(header[:-1]).hex())
    (head,) = standing.last.heads if standing.last else ()
    return head


def _extend(standing: Standing, more: bytes) -> None:
    if len(standing.content) + len(more) > CAP:
        raise RefusedError(f"{standing.path} would grow beyond {CAP} bytes; run `verify log rotate` first")
    write(standing, more)


def write(standing: Standing, more: bytes) -> None:
    """Put lines behind what the file is to hold; when this returns, they are on the disk."""
    if standing.content and standing.content == standing.stored:
        append(standing.place, more, len(standing.stored))
    else:
        replace(standing.place, standing.content + more)


def merge(standing: Standing, by: Signature) -> str | None:
    """Join the branches of a ledger, and return the id of the entry that does; None if there was one head.

    If git left marks of a conflict, the lines of both sides are kept without them.
    """
    refuse_unless_whole(standing, forked=True)
    heads = standing.last.heads if standing.last else ()
    if len(heads) < 2:
        if standing.content != standing.stored:
            replace(standing.place, standing.content)
        return None
    deepest = max(head.depth for head in heads)
    head = Head(heads[-1].line, deepest, heads[0].digest)
    draft = Draft(EntryType.MERGE, {"heads": [one.digest for one in heads]})
    name, line = admitted(standing, draft, by, head)
    _extend(standing, line + b"\n")
    return name


def checkpoint(standing: Standing) -> Checkpoint:
    """Return what the file that is written to holds. Raises RefusedError if it is not whole."""
    refuse_unless_whole(standing)
    if standing.last is None or standing.last.header is None:
        raise RefusedError(f"there is no ledger at {standing.path}")
    return Checkpoint(standing.last.header.log_id, standing.last.size, merkle_root(whole_lines(standing.content)))


def head_of(file: LedgerFile) -> SavedHead | None:
    """Return what to keep elsewhere of a file; None if it has no line."""
    return SavedHead(file.size, file.digest) if file.digest else None
