"""What a session says of the work it was asked for, and of the state in which it leaves the memory."""

from enum import Enum

from msgspec import Struct


class Part(Enum):
    """A part of an Intent section, as its heading or label reads."""

    ASKED = "Asked"
    INTERPRETED = "Interpreted"
    DELIVERED = "Delivered"


class Claimed(Enum):
    """What an item of Delivered names."""

    COMMIT = "commit"
    PATH = "path"


class Claim(Struct, frozen=True):
    """One commit or path that is said to be delivered, as written."""

    kind: Claimed
    name: str
    line: int


class AskedItem(Struct, frozen=True):
    """One numbered item of Asked."""

    number: int
    line: int


class Delivery(Struct, frozen=True):
    """One item of Delivered, with the numbers that it answers; none for a plain bullet.

    ``answers`` is false where it says nothing, or ``none`` without a reason.
    """

    numbers: tuple[int, ...]
    line: int
    answers: bool
    claims: tuple[Claim, ...]


class Intention(Struct, frozen=True):
    """One Intent section; ``line`` is that of its heading."""

    line: int
    parts: frozenset[Part]
    asked: tuple[AskedItem, ...]
    delivered: tuple[Delivery, ...]


class ThreadCount(Struct, frozen=True):
    """The claim that so many threads are open."""

    number: int
    line: int


_DECAYING = {"core", "active", "working", "archive-candidate"}


class StatusClaim(Struct, frozen=True):
    """The claim that an id has some status; ``word`` in lower case."""

    id: str
    word: str
    line: int

    @property
    def of_tier(self) -> bool:
        """Whether only the sessions can tell if it is so."""
        return self.word in _DECAYING


class Impression(Struct, frozen=True):
    """One Impression section: its claims, and its lines, ``first`` to ``last``, behind the heading."""

    line: int
    first: int
    last: int
    counts: tuple[ThreadCount, ...]
    statuses: tuple[StatusClaim, ...]
