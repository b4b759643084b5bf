"""What decision records say of themselves and of one another."""

import re
from collections.abc import Iterator, Sequence

from verify.graph import MemoryGraph
from verify.model.record import Record, RecordStatus
from verify.model.report import Evidence, Hit, Related

_PARTLY = re.compile(r"(?:partially|partly) ")


def numbering(graph: MemoryGraph) -> Iterator[Hit]:
    """Yield each number that two records have, that two places tell differently, or that a link misstates."""
    for first, record in graph.records.duplicates:
        yield Hit(
            subject=record.id,
            location=record.location,
            message=f"{record.id} has the number {record.number}, which '{first.title}' has, too",
            fix="Give one of them the next free number, and correct what points to it.",
            related=(Related(first.location, "the first of this number"),),
        )
    for record in graph.records.all:
        yield from _names(record)
        for link in record.misleading:
            yield Hit(
                subject=record.id,
                location=link.location,
                message=f"{record.id} shows a link to number {link.shown}, and it leads to {link.target.written}",
                fix="Correct the text of the link or its target.",
            )


def _names(record: Record) -> Iterator[Hit]:
    other = next((name for name in record.names if name.number != record.number), None)
    if other:
        first = record.names[0]
        yield Hit(
            subject=record.id,
            location=other.location,
            message=f"'{record.title}' is number {first.number} by its {first.source} "
            f"and {other.number} by its {other.source}",
            fix="Give the file, the heading and the footer one number.",
        )


def unknown_statuses(graph: MemoryGraph, known: Sequence[str]) -> Iterator[Hit]:
    """Yield each record with a status that begins with none of the known words."""
    words = re.compile(rf"(?:{'|'.join(re.escape(_plain(word)) for word in known) or '(?!)'})(?!\w)")
    for record in graph.records.all:
        unknown = next((status for status in record.statuses if not _is_known(status, words)), None)
        if unknown:
            yield Hit(
                subject=record.id,
                location=unknown.location,
                message=f"{record.id} has the status '{unknown.text}', which is none of {', '.join(known)}",
                fix="Use one of these, or name the words of the team: options.adr-mismatch.statuses.",
            )


def _is_known(status: RecordStatus, words: re.Pattern[str]) -> bool:
    return words.match(_PARTLY.sub("", status.words, count=1)) is not None


def _plain(word: str) -> str:
    return " ".join(word.casefold().replace("superced", "supersed").split())


def supersessions(graph: MemoryGraph) -> Iterator[Hit]:
    """Yield each supersession that only one side tells, or whose other side is no record."""
    for old, new, claim in graph.records.one_sided:
        told = claim in old.supersessions
        yield Hit(
            subject=old.id,
            location=claim.location if told else (old.status or old).location,
            message=f"{old.id} is superseded by {new.id}, which says nothing of it"
            if told
            else f"{new.id} supersedes {old.id}, which does not say so",
            fix="Say it in both: the status 'Superseded by NEW' in the old record, 'Supersedes OLD' in the new one.",
            related=(Related(new.location if told else claim.location, "the other side"),),
            rests_on=(Evidence.RECORDS,),
        )
    for record, claim in graph.records.unknown_targets:
        yield Hit(
            subject=record.id,
            location=claim.location,
            message=f"{record.id} says {claim.relation.value} {claim.target.written}, which is no record",
            fix="Correct the name of the record, or remove the link.",
            rests_on=(Evidence.RECORDS,),
        )
