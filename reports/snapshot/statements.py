"""One statement as a list item: words, sources, the quoted text, and what belongs to it."""

from collections.abc import Iterator

from reports.snapshot.quoted import block, span
from verify.model.snapshot import Source, Statement, Words

_STEP = "  "


def lines_of(statement: Statement, indent: str = "") -> Iterator[str]:
    """Yield the lines of a statement."""
    sources = ", ".join(map(source, statement.sources))
    yield f"{indent}- {words(statement.words)}" + (f" [{sources}]" if sources else "")
    if statement.quote is not None:
        yield from block(statement.quote, indent + _STEP)
    for note in statement.notes:
        yield from lines_of(note, indent + _STEP)


def words(told: Words) -> str:
    """Return words as they are, and what they cite as code."""
    return "".join(part if isinstance(part, str) else span(part.text) for part in told)


def source(one: Source) -> str:
    """Return where a statement stands."""
    if one.commit:
        return f"commit {span(one.commit[:12])}"
    return span(f"{one.path}:{one.line}" if one.line else one.path or "")
