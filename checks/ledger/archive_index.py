"""The archive and its index, against each other."""

import re
from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Fact
from verify.model.memory import Document, IndexLine, Role
from verify.model.report import Evidence, Hit, Related, Severity

_ID_SHAPE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_TOKEN = re.compile(r"[\w-]+(?:\.\w[\w-]*)*")
_SWEPT = re.compile(r"\b(?:swept|groups?)\b", re.IGNORECASE)
_REASON = re.compile(r"[*_\s]*(superseded|faded)\b", re.IGNORECASE)


@check(Severity.WARNING, needs=Evidence.ARCHIVE_INDEX)
def archive_index(graph: MemoryGraph) -> Iterator[Hit]:
    """The archive index and the archive do not list the same facts.

    ## What it finds
    An archived fact without a line (or table row) in `archive/INDEX.md`; a line whose id has no archived
    footer, unless it says that it stands for a swept group; a line that says `superseded` or `faded`
    where the footer says the other. Silent without an index.

    ## Why it matters
    Agents search the index before they say that they know nothing of a matter. What is not in it is
    forgotten for good.

    ## How to fix
    Write the line `id — summary — reason — file`, or remove the one that leads nowhere.
    """
    if not any(True for _ in graph.documents(Role.ARCHIVE_INDEX)):
        return
    lines = [line for document in graph.documents(Role.ARCHIVE_INDEX) for line in document.index]
    listed = {token for document in graph.documents(Role.ARCHIVE_INDEX) for token in _tokens(document)}
    archived: dict[str, Fact] = {fact.id: fact for fact in graph.archived}
    for fact in archived.values():
        if fact.id not in listed:
            fix = f"Add the line `{fact.id} — summary — reason — {fact.location.path.rpartition('/')[2]}`."
            yield Hit(fact.id, fact.location, f"{fact.id} is archived, but the archive index lacks it", fix)
    for line in lines:
        yield from _compare(line, archived.get(line.id))


def _tokens(document: Document) -> Iterator[str]:
    """Yield whatever could be an id in an index, in whichever shape its lines are."""
    for number, line in enumerate(document.lines, 1):
        if number not in document.code:
            yield from _TOKEN.findall(line)


def _compare(line: IndexLine, fact: Fact | None) -> Iterator[Hit]:
    if fact is None:
        if _ID_SHAPE.fullmatch(line.id) and not any(_SWEPT.search(cell) for cell in line.cells):
            message = f"the index lists {line.id}, which has no footer in the archive"
            fix = "Remove the line, or bring the archived fact back."
            yield Hit(line.id, line.location, message, fix, rests_on=(Evidence.FACTS,))
        return
    reasons = (_REASON.match(cell) for cell in line.cells[1:])
    reason = next((match.group(1).lower() for match in reasons if match), None)
    if reason and (reason == "superseded") != fact.superseded:
        said = "superseded" if fact.superseded else "not superseded"
        message = f"the index says that {line.id} is {reason}, its footer says {said}"
        related = (Related(fact.location, "archived here"),)
        yield Hit(line.id, line.location, message, "Correct the line or the footer.", related)
