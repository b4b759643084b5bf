"""All memories and instruction files of a repository in one state; the only thing that checks of stores see."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from verify.graph.descent import Descent
from verify.graph.store_graph import StoreGraph
from verify.graph.stores.divergence import DivergedId, DivergedRules, Divergence, diverged_ids
from verify.graph.stores.keyed import Twin, twins
from verify.model.instructions import InstructionFile, InstructionHistory
from verify.model.location import Day
from verify.model.report import Evidence, Problem
from verify.model.store import StoreFormat

_Groups = Sequence[Sequence[InstructionFile]]


class StoresGraph:
    """Named questions about what several memories, or the instruction files of one folder, say together.

    It is no memory: no report lists it. ``history`` is None where it could not be read.
    """

    format = StoreFormat.TOGETHER
    problems: Sequence[Problem] = ()
    """Those of the memories are told by their own graphs."""

    def __init__(
        self,
        graphs: Sequence[StoreGraph],
        groups: _Groups,
        history: InstructionHistory | None,
        incomplete: Mapping[Evidence, str],
    ) -> None:
        self._graphs = graphs
        self._groups = groups
        self._history = history
        self.incomplete = incomplete
        self.past = Descent(history.commits, "") if history else None

    @property
    def entrance(self) -> str:
        """The file by which the first of the memories is entered."""
        return next((graph.entrance for graph in self._graphs), ".")

    @property
    def today(self) -> Day | None:
        """The day of the clock of its memories."""
        return max((graph.today for graph in self._graphs if graph.today), default=None)

    @property
    def twins(self) -> Iterator[Twin]:
        """Yield what is live under one id in two memories."""
        return twins(self._graphs)

    @property
    def diverged_ids(self) -> Iterator[DivergedId]:
        """Yield the ids under which two instruction files of a folder do not say the same."""
        return (found for group in self._groups for found in diverged_ids(group))

    @property
    def diverged_rules(self) -> Iterator[DivergedRules]:
        """Yield what was changed in one of the instruction files of a folder only; nothing without history."""
        if self._history is not None:
            for group in self._groups:
                yield from Divergence(group, self._history).rules()

    @cached_property
    def _lines(self) -> Mapping[str, Sequence[str]]:
        return {file.path: file.lines for group in self._groups for file in group}

    def line(self, path: str, number: int) -> str | None:
        """Return one line of an instruction file, None where there is none."""
        lines = self._lines.get(path, ())
        return lines[number - 1] if 0 < number <= len(lines) else None
