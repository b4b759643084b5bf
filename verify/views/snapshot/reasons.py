"""Why a decision was taken, as far as logs, decision records and ledgers tell."""

import re
from collections.abc import Iterator

from verify.graph import MemoryGraph
from verify.model.facts import Fact
from verify.model.location import Location
from verify.model.record import Record
from verify.model.session import Session
from verify.model.snapshot import Cited, Source, Statement
from verify.views.snapshot.quoting import Texts, at, plain, quoting

_PASSAGES = 2
_RECORD_LINES = 400
_LIST = "memory references"
_REMARK = re.compile(r"[`*\s]{0,9}(?:\((?!(?:tier:\s*)?(?:core|active|working)\))|[—–→:]|->)")
"""What follows an id of which a list says more than its tier."""


def reasons(graph: MemoryGraph, texts: Texts, fact: Fact) -> tuple[Statement, ...]:
    """Return what is on record beside the text of a decision, or that there is nothing."""
    found = [*_records(graph, fact), *_entries(graph, fact), *_logs(graph, texts, fact)]
    if found:
        return tuple(found)
    words = ("no reason stands beside its own text: no decision record, no ledger and no log of its origin names it",)
    return (Statement(words, (at(fact.location),)),)


def _records(graph: MemoryGraph, fact: Fact) -> Iterator[Statement]:
    for record in graph.records.formalized.get(fact.id, ()):
        status = (", status ", Cited(record.status.text)) if record.status else ""
        words = ("decision record ", Cited(record.id), *status)
        yield quoting(words, [at(record.location)], plain(list(_body(graph, record))))


def _body(graph: MemoryGraph, record: Record) -> Iterator[str]:
    """Yield the lines of a record: of one among others up to the next."""
    others = {other.location.line for other in graph.records.all if other.path == record.path}
    start = record.location.line
    for number in range(start, start + _RECORD_LINES):
        line = graph.line(record.path, number)
        if line is None or (number > start and number in others):
            return
        yield line


def _entries(graph: MemoryGraph, fact: Fact) -> Iterator[Statement]:
    placed = graph.entry(fact.id)
    if placed and placed.entry.reason:
        words = ("the ledger gives the reason", ", and that another entry ended it" if placed.ended else "")
        yield quoting(words, [at(placed.location)], placed.entry.reason)


def _logs(graph: MemoryGraph, texts: Texts, fact: Fact) -> Iterator[Statement]:
    """Yield what the log of its origin says of it, else that it came from there."""
    session = graph.session(fact.origin) if fact.origin else None
    if session is None:
        return
    found = list(told(graph, texts, session, fact.id))
    yield from found[:_PASSAGES]
    if not found:
        words = ("its origin is the log ", Cited(session.stem), ", which gives no reason for it")
        yield Statement(words, (at(Location(session.path)),))


def told(graph: MemoryGraph, texts: Texts, session: Session, name: str) -> Iterator[Statement]:
    """Yield the passages of a log that say something of an id; a list of ids without remarks says nothing."""
    lines = graph.text_of(session).replace("\r\n", "\n").split("\n")
    for number, text in texts.passages(lines, name):
        if not _only_lists(session, number, text, name):
            yield quoting(("the log ", Cited(session.stem), " says"), [Source(session.path, number)], text)


def _only_lists(session: Session, number: int, text: str, name: str) -> bool:
    """Whether a passage does no more than name ids, without a remark on this one."""
    last = number + text.count("\n")
    mentions = [mention for mention in session.mentions if number <= mention.line <= last]
    mine = next((mention for mention in mentions if mention.token == name), None)
    if mine is None:
        return _LIST in text.lower()
    return _REMARK.match(text, text.find(name) + len(name)) is None
