"""Files that tell agents how to work, and the rules in them."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from verify.model.history import Commit
from verify.model.location import BlobId


class Rule(Struct, frozen=True):
    """A list item or paragraph as it is written, on one line; ``id`` is that of its footer."""

    text: str
    line: int
    id: str = ""


class InstructionFile(Struct, frozen=True):
    """One file of the checked state."""

    path: str
    lines: Sequence[str]
    rules: tuple[Rule, ...]
    told: str
    """Its text outside blocks of code, in which a tree of files names no file to read."""


class InstructionHistory(Struct, frozen=True):
    """Every commit with its changes of these files, and the rules of each version; unread ones are missing."""

    commits: tuple[Commit, ...]
    versions: Mapping[BlobId, tuple[Rule, ...]]
