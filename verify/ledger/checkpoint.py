"""The body of a checkpoint: three lines, as C2SP's tlog-checkpoint has them."""

import base64
import binascii
import re

from verify.ledger.errors import LineError
from verify.ledger.hashing import DIGEST_SIZE
from verify.model.ledger import Checkpoint, SavedHead

_SIZE = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_SIGNED = re.compile(r"|(?:[^\n]{1,2000}\n){0,64}\n(?:\u2014 [^\s+]{1,200} [A-Za-z0-9+/]{8,4000}={0,2}\n){1,64}")
"""Nothing, or extension lines and signatures."""
_SAVED_HEAD = re.compile(r"(?:([^=]{1,1000})=)?(0|[1-9][0-9]{0,15}):([0-9a-f]{64})", re.ASCII)


def parse_checkpoint(content: bytes) -> Checkpoint:
    """Read origin, size and root. Raises LineError.

    Only what makes it a signed note may follow: extension lines, a blank line, and signatures, which nobody
    verifies here (C2SP, tlog-checkpoint and signed-note).
    """
    try:
        lines = content.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise LineError("is not UTF-8") from error
    if len(lines) < 4 or not all(lines[:3]):
        raise LineError("has no three lines of origin, size and root, each with its line feed")
    origin, size, root = lines[:3]
    if not _SIZE.fullmatch(size):
        raise LineError("has no decimal size on its second line")
    if not _SIGNED.fullmatch("\n".join(lines[3:])):
        raise LineError("holds something behind its third line that makes it no signed note")
    return Checkpoint(origin, int(size), _digest(root))


def _digest(text: str) -> bytes:
    try:
        root = base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        root = b""
    # Several texts may decode to the same bytes; only one of them is what a writer makes.
    if len(root) != DIGEST_SIZE or base64.b64encode(root).decode() != text:
        raise LineError("has no SHA-256 root in base64 on its third line")
    return root


def format_checkpoint(checkpoint: Checkpoint) -> bytes:
    """Return the three lines of a checkpoint."""
    root = base64.b64encode(checkpoint.root).decode()
    return f"{checkpoint.origin}\n{checkpoint.size}\n{root}\n".encode()


def parse_saved_head(text: str) -> SavedHead | None:
    """Read ``SIZE:DIGEST``, as a head is kept outside the folder, or ``PATH=SIZE:DIGEST``; None if it is none."""
    match = _SAVED_HEAD.fullmatch(text)
    return SavedHead(int(match.group(2)), match.group(3), match.group(1)) if match else None
