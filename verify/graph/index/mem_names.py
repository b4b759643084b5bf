"""References of Serena's memories to each other."""

import re
from collections.abc import Iterable, Iterator

from verify.model.index import Span
from verify.model.location import Location

_NAME = re.compile(r"mem:([\w][\w./-]{0,199})")


def memory_names(spans: Iterable[Span]) -> Iterator[tuple[str, Location]]:
    """Yield the memories that inline code names; what all projects share is kept elsewhere, capitals stand for any."""
    for span in spans:
        match = _NAME.fullmatch(span.text.strip())
        name = match.group(1) if match else ""
        if name and not name.startswith("global/") and name != name.upper():
            yield name, span.location
