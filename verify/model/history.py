"""What git remembers of the memory."""

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct, field

from verify.model.facts import Checkbox, NodeKind, Store, Tier
from verify.model.location import BlobId, CommitId, FactId
from verify.model.session import Mention


class Change(Struct, frozen=True):
    """One path of one commit against one of its parents; None where it does not exist."""

    path: str
    old: BlobId | None
    new: BlobId | None


class Trailer(Struct, frozen=True):
    """One ``Key: value`` at the end of a commit's message, as git reads it; the key in lower case."""

    key: str
    value: str


class Commit(Struct, frozen=True):
    """One commit, or the checked state on top of the last one (then ``id`` is None).

    ``changes`` has one tuple a parent; a root commit has one, against nothing. Times are seconds
    since the epoch. Of the trailers only those that tell of intent are kept.
    """

    id: CommitId | None
    parents: tuple[CommitId, ...]
    authored: int
    committed: int
    changes: tuple[tuple[Change, ...], ...]
    author: str = ""
    trailers: tuple[Trailer, ...] = ()
    subject: str = ""


class PastFact(Struct, frozen=True, eq=False):
    """A fact as it read in one version of a file; ``created`` and ``origin`` as written."""

    id: FactId
    kind: NodeKind
    store: Store
    checkbox: Checkbox
    text: str
    tier: Tier | None
    superseded: bool
    created: str | None
    origin: str | None
    fields: tuple[tuple[str, str], ...] = ()
    """The whole footer; most of it is arithmetic, so that another one makes no other fact."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PastFact) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> tuple[object, ...]:
        state = self.kind, self.store, self.checkbox, self.tier, self.superseded
        return self.id, self.text, self.created, self.origin, *state


class PastSession(Struct, frozen=True):
    """A log as it read in one version: its text, what its Memory References name, and all the rest."""

    text: str
    mentions: tuple[Mention, ...]
    elsewhere: str
    auto_stub: bool


class LedgerCut(Struct, frozen=True):
    """A commit after which lines that stood in a parent were gone, and still are today.

    ``at`` is the position of the commit, ``line`` the first line that differs, ``lost`` how many are gone.
    """

    at: int
    path: str
    line: int
    lost: int


class LedgerPast(Struct, frozen=True):
    """What the commits tell of the ledgers.

    ``committed`` are those that some commit holds, ``recorded`` the positions of the commits that
    brought an entry which ends or corrects an id, ``unread`` the versions that are too large.
    """

    cuts: tuple[LedgerCut, ...] = ()
    committed: frozenset[str] = frozenset()
    recorded: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    unread: tuple[BlobId, ...] = ()


class History(Struct, frozen=True):
    """Every commit, parents before children, and the facts in each version of a store's file.

    ``session`` reads a version of a log, which is wanted for few of them.
    """

    commits: tuple[Commit, ...]
    facts: Mapping[BlobId, tuple[PastFact, ...]]
    session: Callable[[BlobId], PastSession]
    ledgers: LedgerPast = field(default_factory=LedgerPast)


class Judgement(Enum):
    """What a change of a decision's text is worth."""

    RESTATED = "restated"
    EVOLUTION = "evolution"
    MENTIONED = "mentioned"
    DRIFT = "drift"
    REVERSAL = "reversal"
    REWRITTEN = "rewritten"
    """Of a decision that must never be edited, because a new one would take its place."""
