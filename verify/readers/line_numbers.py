"""On which line a match in a text of several lines stands."""

import re
from collections.abc import Iterable, Iterator


def on_lines(matches: Iterable[re.Match[str]], line: int, group: str | int = 0) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield each match with the line on which a group of it begins; matches come in order, ``line`` is the first."""
    position = 0
    for match in matches:
        line += match.string.count("\n", position, match.start(group))
        position = match.start(group)
        yield line, match
