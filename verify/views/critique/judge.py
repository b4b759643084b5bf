"""Rules on each claim: it holds, it is contradicted, or it cannot be checked."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from verify.graph import MemoryGraph
from verify.model.critique import Claim, Form, Ruled, Ruling
from verify.model.report import Report
from verify.secrets import printable
from verify.views.critique.links import link
from verify.views.critique.numbers import Commits, commit, count
from verify.views.critique.quotes import quote
from verify.views.critique.rulings import exists
from verify.views.critique.states import kind, state

_MOST = 1000
"""Claims that are judged; an honest answer has fewer."""
_TOO_MANY = f"only the first {_MOST} claims of an answer are judged"
_NO_FORM = "it stands in no form that is known"
_BY_ID: dict[Form, Callable[[MemoryGraph, Claim], Ruled]] = {
    Form.STATE: state,
    Form.KIND: kind,
    Form.LINK: link,
    Form.QUOTE: quote,
    Form.EXISTS: exists,
}


class Judge:
    """Rules on the claims of one answer; the checks are only asked where their findings are counted."""

    def __init__(self, graphs: Sequence[MemoryGraph], report: Callable[[], Report], claims: Sequence[Claim]) -> None:
        self._graphs = graphs
        self._report = report
        self._claims = claims

    def rulings(self) -> Iterator[Ruled]:
        """Yield a ruling on each claim, in which no credential stands."""
        for number, claim in enumerate(self._claims):
            ruled = self._ruled(claim) if number < _MOST else Ruled(claim, Ruling.NOT_CHECKED, _TOO_MANY)
            sources = tuple(replace(one, path=printable(one.path)) if one.path else one for one in ruled.evidence)
            shown = replace(claim, text=printable(claim.text), subject=printable(claim.subject))
            yield Ruled(shown, ruled.ruling, printable(ruled.reason), sources)

    def _ruled(self, claim: Claim) -> Ruled:
        if claim.form is Form.UNKNOWN:
            return Ruled(claim, Ruling.NOT_CHECKED, _NO_FORM)
        if claim.form is Form.COMMIT:
            return _negated(commit(self._graphs[0], claim, self._commits))
        if claim.form is Form.COUNT and len(self._graphs) > 1:
            return Ruled(
                claim, Ruling.NOT_CHECKED, "there are several memories, and it does not say which one it counts"
            )
        if claim.form is Form.COUNT:
            return count(self._graphs[0], self._report, claim)
        knowing = next((graph for graph in self._graphs if _knows(graph, claim.subject)), self._graphs[0])
        return _negated(_BY_ID[claim.form](knowing, claim))

    @cached_property
    def _commits(self) -> Commits:
        """What git knows of the commits of all claims, asked at once."""
        return Commits(self._graphs[0], {claim.subject for claim in self._claims if claim.form is Form.COMMIT})


def _knows(graph: MemoryGraph, name: str) -> bool:
    return graph.is_id(name) or graph.session(name) is not None or graph.was_id(name)


def _negated(ruled: Ruled) -> Ruled:
    """Turn the ruling on what is denied into one on the denial."""
    if not ruled.claim.negated or ruled.ruling is Ruling.NOT_CHECKED:
        return ruled
    other = {Ruling.HOLDS: Ruling.CONTRADICTED, Ruling.CONTRADICTED: Ruling.HOLDS}
    return replace(ruled, ruling=other[ruled.ruling])
