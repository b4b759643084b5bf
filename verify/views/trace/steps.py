"""Single steps of a trace."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

from verify.graph import MemoryGraph
from verify.model.facts import Checkbox, Fact, NodeKind, Store
from verify.model.history import Commit
from verify.model.location import Location
from verify.model.record import Record
from verify.model.session import Session
from verify.model.trace import Link, Step, StepKind
from verify.secrets import printable

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_TITLE_CAP = 100
DEPTH = 100
"""Steps above each other; a longer way is cut."""
_SERVES = re.compile(r"\s(?:→|->)\s?serves\b.*")
_LEAD = re.compile(r"^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)?(?:\[[ xX]\][ \t]+)?")


class Steps:
    """Makes the steps of one memory."""

    def __init__(self, graph: MemoryGraph) -> None:
        self._graph = graph

    def fact(self, fact: Fact, link: Link | None = None) -> Step:
        """Return the step of a fact."""
        kind = self._graph.intent.kind(fact)
        return Step(
            link=link,
            kind=StepKind(kind.value),
            name=printable(fact.id),
            standing=_standing(fact, kind),
            title=self._title(fact),
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
        return Step(link, StepKind.COMMIT, commit.id or "", _day(commit), _shortened(printable(commit.subject)))

    def record(self, record: Record, link: Link | None = None) -> Step:
        """Return the step of a decision record; its standing is its status as written."""
        status = _shortened(printable(record.status.text)) if record.status else ""
        title = _shortened(printable(record.title))
        return Step(link, StepKind.RECORD, printable(record.id), status, title, record.location)

    def file(self, path: str, link: Link | None = None) -> Step:
        """Return the step of a file."""
        gone = "" if self._graph.has_file(path) else "gone"
        return Step(link, StepKind.FILE, printable(path), gone)

    def _title(self, fact: Fact) -> str:
        if fact.kind is NodeKind.VISION:
            return ""
        line = _LEAD.sub("", self._graph.line(fact.block.path, fact.block.line) or "", count=1)
        plain = _SERVES.sub("", line.partition("<!--")[0]).replace("**", "").replace("`", "")
        return _shortened(" ".join(printable(plain).split()))


def _standing(fact: Fact, kind: NodeKind) -> str:
    if fact.superseded:
        return "superseded"
    if fact.store is Store.ARCHIVE:
        return "archived"
    if fact.checkbox is Checkbox.DONE:
        return "done"
    return "open" if fact.checkbox is Checkbox.OPEN and kind in {NodeKind.BLUEPRINT, NodeKind.THREAD} else "live"


def _shortened(text: str) -> str:
    return text if len(text) <= _TITLE_CAP else f"{text[:_TITLE_CAP]}…"


def _day(commit: Commit) -> str:
    try:
        return datetime.fromtimestamp(commit.authored, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """Return what belongs to each name, once and in order."""
    found: dict[_Key, list[_Value]] = {}
    for name, value in pairs:
        values = found.setdefault(name, [])
        if value not in values[-1:]:
            values.append(value)
    return found
