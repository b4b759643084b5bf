"""One thing that is not as it was sealed."""

from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

_T = TypeVar("_T")


class Way(Enum):
    """How something differs from a seal."""

    ALTERED = "altered"
    REMOVED = "removed"
    INSERTED = "inserted"
    SWAPPED = "swapped"
    MOVED = "moved"
    REPLAYED = "replayed"
    ROLLED_BACK = "rolled back"
    UNFIT = "unfit"


class Unsealed(Struct, frozen=True):
    """A fact, a file or the manifest itself; ``touches`` are the paths, inside the memory, that it accounts for.

    ``message`` says it in words; ``anchored`` if something outside vouches for the ledger.
    """

    subject: str
    path: str
    line: int
    way: Way
    message: str
    touches: tuple[str, ...] = ()
    anchored: bool = False

    @property
    def compared(self) -> bool:
        """Whether it is a difference of a fact or a file."""
        return self.way not in {Way.ROLLED_BACK, Way.UNFIT}

    @property
    def absent(self) -> bool:
        """Whether it claims that something is not there."""
        return self.way in {Way.REMOVED, Way.UNFIT}

    def under(self, *, anchored: bool) -> "Unsealed":
        """Return the same below a ledger that is anchored or not."""
        return replace(self, anchored=anchored)


def came_back(versions: Sequence[_T]) -> bool:
    """Whether the last of some versions is an earlier one that had given way to another."""
    last = versions[-1] if versions else None
    behind = next((n for n, version in enumerate(reversed(versions)) if version != last), len(versions))
    return last in versions[: len(versions) - behind]
