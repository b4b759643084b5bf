"""What a check is."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum

from msgspec import Struct

from verify.graph.store_graph import StoreGraph
from verify.model.manual import ManualPage
from verify.model.report import Evidence, Hit, Severity
from verify.model.store import StoreFormat

_READS = {
    "topics": frozenset({StoreFormat.TSVC}),
    "index": frozenset({StoreFormat.CLAUDE_MEMORY, StoreFormat.SERENA, StoreFormat.MEMORY_BANK}),
    "stores": frozenset({StoreFormat.TOGETHER}),
    "configuration": frozenset(StoreFormat),
}
_USUAL = frozenset({StoreFormat.AGENT_MEMORY})
Option = int | tuple[str, ...] | None
"""The value of an option; its default tells the type. One without a default is an integer."""
CheckFunction = Callable[..., Iterator[Hit]]


class Tier(Enum):
    """Whether a check runs by default, or only when heuristics are asked for."""

    DEFAULT = "default"
    ADVISORY = "advisory"


def reading(family: str) -> frozenset[StoreFormat]:
    """Return the formats of memory that the checks of a family are asked about."""
    return _READS.get(family, _USUAL)


class Check(Struct, frozen=True):
    """One check with its manual page; ``severities`` are those that its hits may have, gravest first.

    ``needs`` is the evidence without which it cannot run at all, ``uses`` that without which a part
    of it is not looked at. ``options`` are the keyword arguments of the function, with their defaults.
    """

    name: str
    family: str
    severities: tuple[Severity, ...]
    tier: Tier
    needs: Evidence | None
    uses: tuple[Evidence, ...]
    options: Mapping[str, Option]
    manual: str
    run: CheckFunction
    options_of: str = ""
    """The check whose configured options it takes, too, where it has none of its own."""

    @property
    def severity(self) -> Severity:
        """The gravest severity of its hits."""
        return self.severities[0]

    @property
    def summary(self) -> str:
        """The first line of the manual."""
        return self.page().summary

    def page(self, severity: Severity | None = None) -> ManualPage:
        """Return the manual page, with the severity that the configuration sets, if any."""
        heuristic = self.tier is Tier.ADVISORY
        return ManualPage(self.name, self.family, severity or self.severity, heuristic, self.manual)

    @property
    def reads(self) -> frozenset[StoreFormat]:
        """The formats of memory that it is asked about; its family decides."""
        return reading(self.family)

    def hits(self, graph: StoreGraph, options: Mapping[str, Option]) -> Iterator[Hit]:
        """Ask the graph."""
        return self.run(graph, **options)


def check(
    *severities: Severity,
    tier: Tier = Tier.DEFAULT,
    needs: Evidence | None = None,
    uses: tuple[Evidence, ...] = (),
    options_of: str = "",
) -> Callable[[CheckFunction], Check]:
    """Make a check of a function: its name, docstring and keyword arguments say the rest."""

    def make(function: CheckFunction) -> Check:
        return Check(
            name=function.__name__.replace("_", "-"),
            family=function.__module__.split(".")[1],
            severities=severities,
            tier=tier,
            needs=needs,
            uses=uses,
            options=dict(getattr(function, "__kwdefaults__", None) or {}),
            manual=function.__doc__ or "",
            run=function,
            options_of=options_of,
        )

    return make
