"""What the configuration names for one memory, besides what lies in it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from verify.config import Settings

if TYPE_CHECKING:
    from verify.ledger import DeclaredLedger
    from verify.model.ledger import SavedHead


class Declared(Struct, frozen=True):
    """Folders of decision records, if they are not the usual ones; ledgers; and a saved head of the usual one."""

    records: tuple[str, ...] = ()
    ledgers: "tuple[DeclaredLedger, ...]" = ()
    head: "SavedHead | None" = None
    others: tuple[str, ...] = ()
    """The other memories of the repository."""

    def ledger_paths(self, folder: str) -> list[str]:
        """Return where a memory may have ledgers."""
        return list(dict.fromkeys([usual_ledger(folder), *(one.path for one in self.ledgers)]))


def usual_ledger(folder: str) -> str:
    """Return where the ledger of a memory is if nothing else is said."""
    return f"{folder}/ledger.jsonl"


def usual_seal(folder: str) -> str:
    """Return where the manifest of the usual ledger stands, written where the memory was sealed."""
    return f"{folder}/ledger.seal"


def of_ledger(path: str, ledger: str) -> bool:
    """Whether a path is that of a ledger, or of a file that was closed when the ledger was rotated."""
    stem, dot, suffix = ledger.rpartition(".")
    if path == ledger or not path.startswith(f"{stem}-") or not path.endswith(dot + suffix):
        return path == ledger
    number = path[len(stem) + 1 : len(path) - len(dot + suffix)]
    return number.isascii() and number.isdigit()


USUAL = Declared()


def declared_for(folder: str, folders: Sequence[str], settings: Settings, head: "SavedHead | None" = None) -> Declared:
    """Return what is declared for a memory.

    A ledger that lies in none goes with the first, and so does a head that names no ledger.
    """
    first = folder == folders[0]
    mine = (
        ledger
        for ledger in settings.ledgers
        if ledger.path.startswith(f"{folder}/")
        or (first and not any(ledger.path.startswith(f"{other}/") for other in folders))
    )
    declared = Declared(settings.records, tuple(mine))
    fits = head is not None and (head.path in declared.ledger_paths(folder) if head.path else first)
    return replace(declared, head=head) if fits else declared
