"""The hash-chained decision ledger: lines, digests, the chain, and what the entries come to."""

from verify.ledger.assembly import Anchors, assemble, sibling
from verify.ledger.checkpoint import format_checkpoint, parse_checkpoint, parse_saved_head
from verify.ledger.dialect import DeclaredLedger, Dialect, DigestSyntax, Genesis, Preimage
from verify.ledger.earlier_lines import depths_of
from verify.ledger.errors import LineError
from verify.ledger.fold import Folding, fold, folded
from verify.ledger.foreign import read_foreign
from verify.ledger.hashing import MerkleTree, line_digest, merkle_root
from verify.ledger.lines import torn_tail, whole_lines, without_torn_tail
from verify.ledger.reading import read_native
from verify.ledger.schema import read_entry, read_header
from verify.ledger.strict_json import read_object

__all__ = [
    "Anchors",
    "DeclaredLedger",
    "Dialect",
    "DigestSyntax",
    "Folding",
    "Genesis",
    "LineError",
    "MerkleTree",
    "Preimage",
    "assemble",
    "depths_of",
    "fold",
    "folded",
    "format_checkpoint",
    "line_digest",
    "merkle_root",
    "parse_checkpoint",
    "parse_saved_head",
    "read_entry",
    "read_foreign",
    "read_header",
    "read_native",
    "read_object",
    "sibling",
    "torn_tail",
    "whole_lines",
    "without_torn_tail",
]
