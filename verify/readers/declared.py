"""What the configuration names for one memory, besides what lies in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from verify.config import Settings
from verify.ledger import DeclaredLedger
from verify.model.ledger import SavedHead


@dataclass(frozen=True, slots=True)
class Declared:
    """Folders of decision records, if they are not the usual ones; ledgers; and a saved head of the usual one."""

    records: tuple[str, ...] = ()
    ledgers: tuple[DeclaredLedger, ...] = ()
    head: SavedHead | None = None


USUAL = Declared()


def declared_for(folder: str, folders: Sequence[str], settings: Settings) -> Declared:
    """Return what is declared for a memory; a ledger that lies in none goes with the first."""
    first = folder == folders[0]
    mine = (
        ledger
        for ledger in settings.ledgers
        if ledger.path.startswith(f"{folder}/")
        or (first and not any(ledger.path.startswith(f"{other}/") for other in folders))
    )
    return Declared(settings.records, tuple(mine))
