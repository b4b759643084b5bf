"""What a seal saw of a memory, and what the memory holds now."""

from collections.abc import Mapping

from msgspec import Struct, field


class SealedFact(Struct, frozen=True):
    """One fact: the section and the digest of its block.

    ``place`` is the path and the section as the manifest writes them, ``line`` that of the manifest, or of
    the footer today. ``content`` are the bytes today.
    """

    id: str
    place: str
    path: str
    digest: str
    line: int
    content: bytes = b""


class SealedFile(Struct, frozen=True):
    """One file of the memory, by its path from there; ``line`` is that of the manifest."""

    path: str
    digest: str
    line: int = 1


class Manifest(Struct, frozen=True):
    """What a ``ledger.seal`` says; ``root`` is the RFC 6962 root over its ``size`` lines.

    ``fault`` says why it is no manifest at all. ``unturned`` is the root that it would have without
    its carriage returns, empty if it has none.
    """

    path: str
    size: int
    root: str
    unturned: str
    files: tuple[SealedFile, ...] = ()
    facts: tuple[SealedFact, ...] = ()
    fault: str | None = None


class Present(Struct, frozen=True):
    """What the memory holds now: every file that counts, and the facts of those that differ from the manifest.

    ``turned`` differ in nothing but their line ends, ``unread`` hold facts that could not be told.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[SealedFact, ...] = ()
    turned: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()


class SealedStore(Struct, frozen=True):
    """The manifest beside a ledger, and what the memory holds now."""

    ledger: str
    manifest: Manifest
    present: Present
