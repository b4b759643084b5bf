"""Single steps of a trace."""

from collections.abc import Iterable
from typing import TypeVar

from verify.graph import Anchored, MemoryGraph
from verify.model.anchor import Standing
from verify.model.facts import Checkbox, Fact, NodeKind, Store
from verify.model.history import Commit
from verify.model.location import Location
from verify.model.record import Record
from verify.model.session import Session
from verify.model.trace import Link, Step, StepKind
from verify.secrets import printable
from verify.views.titles import authored_day, shortened, title

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
DEPTH = 100
"""Steps above each other; a longer way is cut."""


class Steps:
    """Makes the steps of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph
        self._lines = {document.path: document.lines for document in graph.memory.documents}

    def fact(self, fact: Fact, link: Link | None = None) -> Step:
        """Return the step of a fact."""
        kind = self._graph.intent.kind(fact)
        return Step(
            link=link,
            kind=StepKind(kind.value),
            name=printable(fact.id),
            standing=_standing(fact, kind),
            title=title(fact, self._lines[fact.location.path]) if kind is not NodeKind.VISION else "",
            place=fact.location,
        )

    def missing(self, name: str, link: Link, reason: str) -> Step:
        """Return the step to something that is not there."""
        near = self._graph.nearest_id(name)
        hint = f"; did you mean {near}?" if near else ""
        return Step(link, StepKind.MISSING, printable(name), broken=printable(reason + hint))

    def session(self, session: Session, link: Link | None = None) -> Step:
        """Return the step of a log."""
        return Step(link, StepKind.SESSION, printable(session.stem), place=Location(session.path))

    def commit(self, commit: Commit, link: Link | None = None) -> Step:
        """Return the step of a commit; its standing is the author's day in UTC."""
        return Step(link, StepKind.COMMIT, commit.id or "", authored_day(commit), shortened(commit.subject))

    def record(self, record: Record, link: Link | None = None) -> Step:
        """Return the step of a decision record; its standing is its status as written."""
        status = shortened(record.status.text) if record.status else ""
        return Step(link, StepKind.RECORD, printable(record.id), status, shortened(record.title), record.location)

    def anchor(self, anchored: Anchored, link: Link) -> Step:
        """Return the step of the code in which a fact is anchored."""
        sighting = anchored.sighting
        found, unknown = (sighting.standing is standing for standing in (Standing.FOUND, Standing.UNKNOWN))
        place = Location(printable(sighting.path), sighting.line) if found else None
        broken = None if found or unknown else "does not exist in this repository"
        standing = printable(sighting.reason) if unknown else ""
        return Step(link, StepKind.FILE, printable(str(anchored.anchor)), standing, place=place, broken=broken)

    def file(self, path: str, link: Link | None = None) -> Step:
        """Return the step of a file."""
        return Step(link, StepKind.FILE, printable(path), "" if self._graph.has_file(path) else "gone")


def _standing(fact: Fact, kind: NodeKind) -> str:
    if fact.superseded:
        return "superseded"
    if fact.store is Store.ARCHIVE:
        return "archived"
    if fact.checkbox is Checkbox.DONE:
        return "done"
    return "open" if fact.checkbox is Checkbox.OPEN and kind in {NodeKind.BLUEPRINT, NodeKind.THREAD} else "live"


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """Return what belongs to each name, once and in order."""
    found: dict[_Key, list[_Value]] = {}
    for name, value in pairs:
        values = found.setdefault(name, [])
        if value not in values[-1:]:
            values.append(value)
    return found
