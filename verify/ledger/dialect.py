"""How a ledger of another origin is chained. It is declared, never guessed."""

import base64
import binascii
import json
import re
from enum import Enum
from hashlib import sha256
from typing import Any

from msgspec import Struct

from verify.ledger.errors import LineError
from verify.ledger.hashing import DIGEST_SIZE

START = b"\0genesis" * 4
"""Stands for what comes before the first entry; as a digest nobody could write it down."""


class Preimage(Enum):
    """What is hashed."""

    RAW_LINE = "raw-line"
    JCS = "jcs"
    SORTED_JSON = "sorted-json"


class DigestSyntax(Enum):
    """How a digest is written."""

    HEX = "hex"
    PREFIXED = "sha256:hex"
    NUMBER = "0xhex"
    BASE64 = "base64"


class Genesis(Enum):
    """What the first entry has in the place of a digest; every other text is declared as it is."""

    NULL = "null"
    EMPTY = "empty"
    ZEROS = "zeros"
    ABSENT = "absent"


class Dialect(Struct, frozen=True):
    """The names of the fields, and how they are computed.

    ``own`` names the field that holds an entry's own digest; without it an entry is hashed as a whole
    when the next one names it. ``omit`` are the further fields that are not hashed, such as a signature.
    ``spaced`` and ``ascii`` are for sorted JSON: a space behind commas and colons, and escapes for all
    that is not ASCII.
    """

    prev: str
    genesis: Genesis | str
    preimage: Preimage
    digest: DigestSyntax
    own: str | None = None
    seq: str | None = None
    seq_start: int = 0
    omit: tuple[str, ...] = ()
    spaced: bool = False
    ascii: bool = False

    def digest_of(self, raw: bytes, table: dict[str, Any]) -> bytes:
        """Return the digest of an entry. Raises LineError if it has no canonical form."""
        if self.preimage is Preimage.RAW_LINE:
            return sha256(raw).digest()
        kept = {key: value for key, value in table.items() if key != self.own and key not in self.omit}
        return sha256(self._canonical(kept)).digest()

    def _canonical(self, table: dict[str, Any]) -> bytes:
        try:
            if self.preimage is Preimage.SORTED_JSON:
                separators = (", ", ": ") if self.spaced else (",", ":")
                return json.dumps(table, sort_keys=True, separators=separators, ensure_ascii=self.ascii).encode()
            # Loaded only for ledgers of another origin.
            import rfc8785  # noqa: PLC0415

            return rfc8785.dumps(table)
        except (ValueError, RecursionError) as error:
            raise LineError("has no canonical form") from error

    def prev_of(self, table: dict[str, Any], *, first: bool) -> bytes:
        """Return the digest that an entry names, or START. Raises LineError if it is neither."""
        value = table.get(self.prev, ...)
        if value == self._start and type(value) is type(self._start):
            return START
        if value is ...:
            raise LineError(f"lacks '{self.prev}'")
        digest = self.decode(value)
        if digest is None:
            what = "the declared genesis" if first else "a digest"
            raise LineError(f"has something else than {what} in '{self.prev}'")
        return digest

    @property
    def _start(self) -> object:
        known: dict[Genesis | str, object] = {
            Genesis.NULL: None,
            Genesis.EMPTY: "",
            Genesis.ABSENT: ...,
            Genesis.ZEROS: self._encoded(bytes(DIGEST_SIZE)),
        }
        return known.get(self.genesis, self.genesis)

    def _encoded(self, digest: bytes) -> str:
        if self.digest is DigestSyntax.BASE64:
            return base64.b64encode(digest).decode()
        return _PREFIXES[self.digest] + digest.hex()

    def decode(self, value: object) -> bytes | None:
        """Return the digest that a text stands for; None if it is none."""
        if not isinstance(value, str):
            return None
        if self.digest is DigestSyntax.BASE64:
            try:
                digest = base64.b64decode(value, validate=True)
            except (ValueError, binascii.Error):
                return None
        else:
            text = value.removeprefix(_PREFIXES[self.digest])
            digest = bytes.fromhex(text) if _HEX.fullmatch(text) else b""
        canonical = len(digest) == DIGEST_SIZE and self._encoded(digest) == value
        return digest if canonical and digest != START else None

    def seq_of(self, table: dict[str, Any]) -> int | None:
        """Return the depth of an entry; None if none is declared. Raises LineError."""
        if self.seq is None:
            return None
        value = table.get(self.seq)
        if not isinstance(value, int) or isinstance(value, bool):
            raise LineError(f"has no integer in '{self.seq}'")
        return value - self.seq_start


_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PREFIXES = {DigestSyntax.HEX: "", DigestSyntax.PREFIXED: "sha256:", DigestSyntax.NUMBER: "0x"}


class DeclaredLedger(Struct, frozen=True):
    """A ledger that the configuration names; without a dialect it is in the native format."""

    path: str
    dialect: Dialect | None = None
