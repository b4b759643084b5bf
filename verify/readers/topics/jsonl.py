"""Reads files with one JSON object a line."""

from collections.abc import Iterator
from typing import Any

from verify.model.topics import Exchange
from verify.readers.topics.strict_json import BYTE_ORDER_MARK, MalformedError, read_object, text
from verify.readers.topics.times import read_instant

KEY_LENGTH = 500
"""How much of a text tells an exchange from another: the logger cuts it there."""
_BLANK = " \t\r"


def read_lines(content: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each line that is not empty, with its number. Raises MalformedError."""
    if content.startswith(BYTE_ORDER_MARK):
        raise MalformedError("begins with a byte order mark, which the tools refuse", mild=True)
    # Only a line feed ends a line: other separators may stand inside a text.
    lines = content.split("\n")
    for at, line in enumerate(lines, 1):
        if not line.strip(_BLANK):
            continue
        try:
            yield at, read_object(line)
        except MalformedError as error:
            if at == len(lines):
                raise MalformedError("was cut off in its last line", at, mild=True) from None
            raise MalformedError(f"line {at} {_said(error)}", at) from None


def _said(error: MalformedError) -> str:
    return error.message if error.message.startswith(("is ", "begins ", "holds ")) else f"is malformed: {error.message}"


def read_exchanges(content: str) -> tuple[Exchange, ...]:
    """Read a conversation or an archive. Raises MalformedError."""
    return tuple(read_exchange(line, table) for line, table in read_lines(content))


def read_exchange(line: int, table: dict[str, Any]) -> Exchange:
    """Read one line of either layout."""
    said = table.get("text", table.get("content"))
    return Exchange(
        line=line,
        role=text(table, "role"),
        text=said.rstrip()[:KEY_LENGTH].rstrip() if isinstance(said, str) else None,
        instant=read_instant(table.get("timestamp", table.get("ts"))),
        type=text(table, "type"),
        topic=text(table, "topicId"),
    )
