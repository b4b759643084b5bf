"""Digests of lines, and the Merkle tree of RFC 6962 over them."""

from collections.abc import Iterable
from hashlib import sha256

DOMAIN = b"amv-line-v1\n"
DIGEST_SIZE = 32


def line_digest(line: bytes) -> bytes:
    """Return what the ``prev`` of the next entry must be; ``line`` comes without its line feed."""
    return sha256(DOMAIN + line).digest()


class MerkleTree:
    """The root over any number of leaves, in the memory of one digest for each bit of their number."""

    def __init__(self) -> None:
        self._count = 0
        self._subtrees: list[bytes] = []
        """The roots of full subtrees, the largest first, one for each set bit of the count."""

    def add(self, leaf: bytes) -> None:
        """Add one leaf at the end."""
        node, count = sha256(b"\0" + leaf).digest(), self._count
        while count & 1:
            node = _node(self._subtrees.pop(), node)
            count >>= 1
        self._subtrees.append(node)
        self._count += 1

    @property
    def root(self) -> bytes:
        """The root over all leaves so far."""
        if not self._subtrees:
            return sha256(b"").digest()
        *larger, node = self._subtrees
        for subtree in reversed(larger):
            node = _node(subtree, node)
        return node


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def merkle_root(leaves: Iterable[bytes]) -> bytes:
    """Return the RFC 6962 root over some leaves, such as the lines of a ledger or of a seal."""
    tree = MerkleTree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root
