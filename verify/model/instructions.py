"""Files that tell agents how to work, and the rules in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from verify.model.history import Commit
from verify.model.location import BlobId


@dataclass(frozen=True, slots=True)
class Rule:
    """A list item or paragraph as it is written, on one line; ``id`` is that of its footer."""

    text: str
    line: int = field(compare=False)
    id: str = ""


@dataclass(frozen=True, slots=True)
class InstructionFile:
    """One file of the checked state."""

    path: str
    lines: Sequence[str]
    rules: tuple[Rule, ...]
    told: str
    """Its text outside blocks of code, in which a tree of files names no file to read."""


@dataclass(frozen=True, slots=True)
class InstructionHistory:
    """Every commit with its changes of these files, and the rules of each version; unread ones are missing."""

    commits: tuple[Commit, ...]
    versions: Mapping[BlobId, tuple[Rule, ...]]
