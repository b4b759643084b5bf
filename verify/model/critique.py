"""What a reviewer's answer claims of a memory, and how each claim stands to it."""

from enum import Enum

from msgspec import Struct

from verify.model.location import CommitId
from verify.model.snapshot import Source


class Form(Enum):
    """The form of a claim."""

    EXISTS = "exists"
    STATE = "state"
    KIND = "kind"
    LINK = "link"
    QUOTE = "quote"
    COMMIT = "commit"
    COUNT = "count"
    UNKNOWN = "unknown"


class Claim(Struct, frozen=True):
    """One claim of an answer.

    ``subject`` is what it is about: an id, a commit, ``path:line``, or what is counted. ``said`` is what it
    says of that, a state, a kind, a text, a number, and nothing where it only names it; ``target`` is the
    other end of a link. A claim is ``bound`` where the answer marks it as one, and ``named`` where it calls
    its subject an id of some kind.
    """

    form: Form
    line: int
    text: str
    subject: str = ""
    said: str = ""
    target: str = ""
    negated: bool = False
    bound: bool = False
    named: bool = False


class Answer(Struct, frozen=True):
    """The claims of an answer, and the number of its sentences that claim nothing in a form that is known."""

    claims: tuple[Claim, ...]
    other: int


class Ruling(Enum):
    """How a claim stands to the memory."""

    HOLDS = "holds"
    CONTRADICTED = "contradicted"
    NOT_CHECKED = "not-checked"


class Ruled(Struct, frozen=True):
    """A claim with its ruling, the reason, and the places that show it."""

    claim: Claim
    ruling: Ruling
    reason: str
    evidence: tuple[Source, ...] = ()


class Critique(Struct, frozen=True):
    """The answer to one call: what became of each claim, in the order of the answer."""

    tool: str
    revision: CommitId | None
    memories: tuple[str, ...]
    incomplete: tuple[str, ...]
    ruled: tuple[Ruled, ...]
    other: int

    def count(self, ruling: Ruling) -> int:
        """Count the claims of one ruling."""
        return sum(1 for one in self.ruled if one.ruling is ruling)
