"""Closes the file of a ledger and begins the next one, in steps of which each can be the last."""

import re
from pathlib import Path

from verify.errors import RefusedError
from verify.ledger.composing import Draft, Signature, header_line
from verify.ledger.disk import move, prepare
from verify.ledger.lines import whole_lines
from verify.ledger.reading import read_native
from verify.ledger.standing import Standing
from verify.ledger.strict_json import read_object
from verify.ledger.writer import admitted, refuse_unless_whole, write
from verify.model.entry import EntryType
from verify.model.ledger import LedgerFile

_NUMBER = re.compile(r"-(\d{1,9})\.[^.]*$", re.ASCII)


def rotate(standing: Standing, by: Signature) -> Path:
    """Close the file and begin a new one; return where the closed one is.

    Whenever it stops, the next call goes on behind the last step that was done.
    """
    refuse_unless_whole(standing, half_rotated=True)
    file, content = standing.last, standing.content
    if file is None or not file.entries:
        raise RefusedError(f"{standing.path} holds no entry, so there is nothing to close")
    if not file.rotated:
        (head,) = file.heads
        _, line = admitted(standing, Draft(EntryType.ROTATE, {"file": _free(standing)}), by, head)
        write(standing, line + b"\n")
        content += line + b"\n"
        file = read_native(standing.path, content)
    if file.path != standing.path:
        return _begin(standing, file, standing.place.with_name(file.path.rpartition("/")[2]))
    closed = standing.place.with_name(_named(standing, content) or _free(standing))
    if closed.exists():
        raise RefusedError(f"{closed} exists, and ROTATE names it; move it away")
    return _begin(standing, file, closed)


def _begin(standing: Standing, file: LedgerFile, closed: Path) -> Path:
    log_id = file.header.log_id if file.header else ""
    beside = prepare(standing.place, header_line(log_id, file, closed.name) + b"\n")
    if file.path == standing.path:
        move(standing.place, closed)
    move(beside, standing.place)
    return closed


def _free(standing: Standing) -> str:
    """Return the name for a closed file that follows those there are."""
    found = (_NUMBER.search(path) for path in standing.contents if path != standing.path)
    number = max((int(match.group(1)) for match in found if match), default=0) + 1
    return f"{standing.place.stem}-{number}{standing.place.suffix}"


def _named(standing: Standing, content: bytes) -> str | None:
    """Return the name that the last line gives to the file. Raises RefusedError if none is closed under it."""
    *_, last = whole_lines(content)
    name: str | None = read_object(last)["body"].get("file")
    stem, suffix = standing.place.stem, standing.place.suffix
    if name is not None and not re.fullmatch(rf"{re.escape(stem)}-\d{{1,9}}{re.escape(suffix)}", name, re.ASCII):
        raise RefusedError(
            f"ROTATE names {name[:100]!r}, and a closed file is called {stem}-N{suffix}; nothing was moved"
        )
    return name
