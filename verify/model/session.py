"""What a session log says about the facts."""

from msgspec import Struct

from verify.model.intention import Impression, Intention
from verify.model.location import Day, Stem


class Mention(Struct, frozen=True, array_like=True, gc=False):
    """A token of a Memory References section that may be an id.

    ``verb`` is the label before it in lower case, empty without one. ``listed`` says that it stands
    where an id is expected, ``replaced`` that it is the old side of a supersession.
    """

    token: str
    verb: str
    line: int
    column: int
    listed: bool
    replaced: bool = False


class Supersession(Struct, frozen=True):
    """``Superseded: old → new``; ``new`` is None where nothing takes its place."""

    old: str
    new: str | None
    line: int


class Session(Struct, frozen=True, array_like=True):
    """One log. ``day`` and ``timed`` come from its name; an unreadable one has no mentions."""

    stem: Stem
    path: str
    day: Day
    timed: bool
    mentions: tuple[Mention, ...] = ()
    supersessions: tuple[Supersession, ...] = ()
    intentions: tuple[Intention, ...] = ()
    impressions: tuple[Impression, ...] = ()
    auto_stub: int | None = None
    """The line on which it calls itself an auto-stub."""
    readable: bool = True
