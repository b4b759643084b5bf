"""What the engine needs to know of a memory, whatever its format."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from verify.model.location import CommitId, Day
from verify.model.report import Evidence, Problem
from verify.model.store import StoreFormat


@runtime_checkable
class Ancestry(Protocol):
    """What history tells of commits, whatever the format of the memory."""

    def up_to(self, commit: CommitId) -> frozenset[CommitId]:
        """Return a commit and all its ancestors."""


class StoreGraph(Protocol):
    """One memory in one state; checks of its format ask it more."""

    @property
    def format(self) -> StoreFormat:
        """Its format, which decides the checks that are asked about it."""

    @property
    def entrance(self) -> str:
        """The file by which an agent enters it; its folder where there is none."""

    @property
    def problems(self) -> Sequence[Problem]:
        """What could not be read of it."""

    @property
    def incomplete(self) -> Mapping[Evidence, str]:
        """Which evidence is missing, and why."""

    @property
    def today(self) -> Day | None:
        """The day of its clock."""

    def line(self, path: str, number: int) -> str | None:
        """Return one line of a file of this memory, None where there is none."""
