"""Takes credentials and data about people out of all that a snapshot tells: the one way to a snapshot."""

from dataclasses import replace

from verify.model.snapshot import Cited, Section, Source, Statement, Words
from verify.secrets import REDACTED, personal_data, printable, redact


def redacted(section: Section) -> Section:
    """Return a section in which no value stands that is found; each statement counts what it lost."""
    intro = tuple(part if isinstance(part, str) else Cited(harmless(part.text)[0]) for part in section.intro)
    return replace(section, intro=intro, statements=tuple(map(_statement, section.statements)))


def _statement(statement: Statement) -> Statement:
    words, count = cleaned(statement.words)
    quote, more = harmless(statement.quote) if statement.quote is not None else (None, 0)
    notes = tuple(map(_statement, statement.notes))
    return Statement(
        words=words,
        sources=tuple(_source(source) for source in statement.sources),
        quote=quote,
        notes=notes,
        redacted=statement.redacted + count + more + sum(note.redacted for note in notes),
    )


def cleaned(words: Words) -> tuple[Words, int]:
    """Return words without such values, and how many there were; the program's own words have none."""
    told = [(part, 0) if isinstance(part, str) else _cited(part) for part in words]
    return tuple(part for part, _ in told), sum(count for _, count in told)


def _cited(part: Cited) -> tuple[Cited, int]:
    text, count = harmless(part.text)
    return Cited(text), count


def _source(source: Source) -> Source:
    return replace(source, path=printable(source.path)) if source.path else source


def harmless(text: str) -> tuple[str, int]:
    """Return a text that shows no credential and no data about people, and how many values it lost."""
    without = redact(text)
    count = without.count(REDACTED) - text.count(REDACTED)
    count = max(count, 1) if without != text else 0
    lines = [_without_people(line) for line in without.split("\n")]
    return printable("\n".join(line for line, _ in lines)), count + sum(number for _, number in lines)


def _without_people(line: str) -> tuple[str, int]:
    count, start = 0, len(line)
    for exposed in sorted(personal_data(line), key=lambda one: (one.end, one.start), reverse=True):
        if exposed.end <= start:
            line = line[: exposed.start] + REDACTED + line[exposed.end :]
            count, start = count + 1, exposed.start
    return line, count
