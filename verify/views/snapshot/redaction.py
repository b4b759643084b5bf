"""Takes credentials and data about people out of all that a snapshot tells: the one way to a snapshot."""

from msgspec.structs import replace

from verify.model.snapshot import Cited, Section, Source, Statement, Words
from verify.secrets import REDACTED, personal_data, printable


def redacted(section: Section) -> Section:
    """Return a section in which no value stands that is found; each statement counts those that are gone."""
    return replace(section, intro=_words(section.intro), statements=tuple(map(_statement, section.statements)))


def _statement(statement: Statement) -> Statement:
    told = Statement(
        words=_words(statement.words),
        sources=tuple(map(_source, statement.sources)),
        quote=harmless(statement.quote) if statement.quote is not None else None,
        notes=tuple(map(_statement, statement.notes)),
    )
    return replace(told, redacted=_count(told))


def _count(told: Statement) -> int:
    """Count what a reader sees, whoever took it out: a message of a check comes without its values already."""
    cited = (part.text for part in told.words if isinstance(part, Cited))
    texts = (*cited, *(source.path or "" for source in told.sources), told.quote or "")
    return sum(text.count(REDACTED) for text in texts) + sum(note.redacted for note in told.notes)


def _words(words: Words) -> Words:
    """Return words without such values; the program's own have none."""
    return tuple(part if isinstance(part, str) else Cited(harmless(part.text)) for part in words)


def _source(source: Source) -> Source:
    return replace(source, path=harmless(source.path)) if source.path else source


def harmless(text: str) -> str:
    """Return a text that shows no credential and no data about people."""
    return "\n".join(map(_without_people, printable(text).split("\n")))


def _without_people(line: str) -> str:
    start = len(line)
    for exposed in sorted(personal_data(line), key=lambda one: (one.end, one.start), reverse=True):
        if exposed.end <= start:
            line, start = line[: exposed.start] + REDACTED + line[exposed.end :], exposed.start
    return line
