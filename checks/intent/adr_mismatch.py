"""Decision records and facts that do not agree."""

from collections.abc import Iterator
from itertools import chain

from checks.records import numbering, supersessions, unknown_statuses
from verify.check import check
from verify.graph import MemoryGraph, holds
from verify.model.facts import Fact, Link
from verify.model.record import Record
from verify.model.report import Evidence, Hit, Related, Severity

_STATUSES = ("Proposed", "Accepted", "Rejected", "Deprecated", "Superseded", "Draft")


@check(Severity.WARNING, uses=(Evidence.RECORDS,))
def adr_mismatch(graph: MemoryGraph, *, statuses: tuple[str, ...] = _STATUSES) -> Iterator[Hit]:
    """A decision record disagrees with itself, with another record, or with a fact.

    ## What it finds
    In `docs/arch-decisions`, `docs/adr`, `doc/adr` and `docs/decisions`, not deeper, or in the folders that
    `records` of the configuration names: one file with entries `## ADR-NNNN`, or a file for each record, as
    adr-tools, MADR, log4brains and adrkit write them. Templates, `README.md`, `index.md` and pages that have
    not the form of a record are left alone.

    - *A record and its facts*: `formalizes` names an id that never existed (*not checked* without history),
      or a live fact whose text does not name the record; a retired record asks for no tag.
    - *A fact and its tag*, `(ADR-NNNN)` in its first line or title: there is no such record, the record
      formalizes something else while none formalizes this fact (an item with a checkbox may name what it is
      done for), or the record is superseded, deprecated or rejected while the fact is neither done nor
      superseded. Silent where no record is known at all.
    - *Numbers*: two records of one folder, or of one file, have the same; file name, heading, footer and front
      matter differ; the text of a link gives another number than the file that it leads to. A translation,
      `0004-ports.de.md`, may share a number.
    - *Supersession*: a record says that another one superseded it, which tells nothing of that, or that it
      supersedes another one, which is still in force; the other one does not exist. "Supercede" is the same.
      Links to other folders and sites are not followed, and what supersedes only a part needs no counterpart.
    - *Status*: it begins with none of the words of `statuses`. That list takes the place of the default, so
      name every word that the team uses. A remark behind the word, `Accepted (2026-03-02)`, case, marks and
      "partially" before it do not count; a sentence is no status.

    A record whose front matter cannot be read is read without it, and what would rest on it is *not checked*.

    ## Why it matters
    The fact says what holds, the record says why. An agent that follows the tag to a record that was replaced,
    or to another decision, works from a reason that no longer stands.

    ## How to fix
    Correct the side that is wrong: the tag of the fact, `formalizes`, the number, or the status of the old
    record. A decision that is no longer in force stays where it is, with the status `Superseded by NEW`.
    """
    yield from chain(
        numbering(graph), unknown_statuses(graph, statuses), supersessions(graph), _formalized(graph), _tagged(graph)
    )


def _formalized(graph: MemoryGraph) -> Iterator[Hit]:
    for record, link in graph.records.formalizing():
        if not graph.is_id(link.target) and not graph.was_id(link.target):
            near = graph.nearest_id(link.target)
            yield Hit(
                subject=record.id,
                location=link.location,
                message=f"{record.id} formalizes {link.target}, which is no id, now or in history"
                + (f"; did you mean {near}?" if near else ""),
                fix="Correct the id of the fact.",
                rests_on=(Evidence.FACTS, Evidence.HISTORY),
            )
        yield from (_untagged(record, link, fact) for fact in _lacking(graph, record, link))


def _lacking(graph: MemoryGraph, record: Record, link: Link) -> list[Fact]:
    """Return the live facts that a record formalizes and that do not name it."""
    if record.retired or record.number is None:
        return []
    facts = (fact for fact in graph.live if fact.id == link.target and not fact.superseded)
    return [fact for fact in facts if record.number not in fact.cited]


def _untagged(record: Record, link: Link, fact: Fact) -> Hit:
    tag = f"({record.id.upper()})"
    return Hit(
        subject=record.id,
        location=link.location,
        message=f"{record.id} formalizes {fact.id}, whose text lacks the tag {tag}",
        fix=f"Write {tag} behind the title of the fact, or correct the id.",
        related=(Related(fact.location, "the fact"),),
    )


def _tagged(graph: MemoryGraph) -> Iterator[Hit]:
    for fact in graph.live if graph.records.all else ():
        for number in dict.fromkeys(fact.tags):
            wrong = _wrong(graph, fact, number)
            if wrong:
                yield Hit(
                    subject=fact.id,
                    location=fact.location,
                    message=f"{fact.id} is tagged ADR-{number:04d}, {wrong}",
                    fix="Tag the fact with the record that formalizes it, or remove the tag.",
                    related=tuple(Related(r.location, "the record") for r in graph.records.numbered(number)[:1]),
                    rests_on=(Evidence.RECORDS,),
                )


def _wrong(graph: MemoryGraph, fact: Fact, number: int) -> str | None:
    if not graph.records.numbered(number):
        return "and there is no such record"
    if graph.records.formalizes_other(fact, number):
        return "which formalizes something else"
    retired = graph.records.retired(number) if holds(fact) else None
    return f"which is {retired.status.text.lower()}" if retired and retired.status else None
