"""Architecture decision records, as their files tell them."""

from msgspec import Struct

from verify.model.facts import Link, Relation
from verify.model.location import Day, FactId, Location

RETIRED = ("superseded", "deprecated", "rejected")
"""The words that a status begins with when its decision is no longer in force."""


class RecordName(Struct, frozen=True):
    """The number that one place gives to a record; ``source`` says which place, such as its heading."""

    number: int
    source: str
    location: Location


class RecordStatus(Struct, frozen=True):
    """A status as it is written, without marks and links; ``words`` is the same for comparing."""

    text: str
    words: str
    location: Location


class RecordTarget(Struct, frozen=True):
    """How a record names another: by number, by file in the same folder, or both, as ``written``."""

    number: int | None
    file: str
    written: str


class Supersession(Struct, frozen=True):
    """A record says that it supersedes another, or is superseded by it."""

    relation: Relation
    target: RecordTarget
    location: Location


class MisleadingLink(Struct, frozen=True):
    """A link whose text gives another number than the file it leads to."""

    shown: int
    target: RecordTarget
    location: Location


class Record(Struct, frozen=True):
    """One decision record: a file, or one entry of a file that holds several."""

    id: FactId
    """``adr-0004``; without a number, the name of the file."""
    number: int | None
    title: str
    location: Location
    """Its heading, else the first line of the file."""
    ids: frozenset[str]
    """Every id that it answers to, its own among them."""
    is_entry: bool = False
    """Whether its file holds other records, too."""
    names: tuple[RecordName, ...] = ()
    statuses: tuple[RecordStatus, ...] = ()
    """The one that counts first."""
    date: Day | None = None
    formalizes: tuple[Link, ...] = ()
    serves: tuple[str, ...] = ()
    """The ids that it says it serves."""
    supersessions: tuple[Supersession, ...] = ()
    """Those of the whole record, not those that concern a part of it."""
    retold: tuple[RecordTarget, ...] = ()
    """The records that it names in any text about superseding."""
    misleading: tuple[MisleadingLink, ...] = ()
    unread: str = ""
    """Which part could not be read; empty if all was."""

    @property
    def status(self) -> RecordStatus | None:
        """The status that counts."""
        return self.statuses[0] if self.statuses else None

    @property
    def retired(self) -> bool:
        """Whether its decision is no longer in force."""
        return self.status is not None and self.status.words.startswith(RETIRED)

    @property
    def path(self) -> str:
        """The file that holds it."""
        return self.location.path

    @property
    def series(self) -> str:
        """What its number is unique in: its file if that holds other records, too, else the folder."""
        return self.path if self.is_entry else self.path.rpartition("/")[0]
