"""Rows of values as small as JSON can have them: names of fields, and texts that come again, stand there once."""

from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


class Numbered:
    """Texts, each of which stands once and is called by its number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, text: str) -> int:
        """Return the number of a text."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def texts(self) -> list[str]:
        """The texts by number."""
        return list(self._numbers)


def table(rows: Sequence[Row], shared: Sequence[str] = ()) -> dict[str, Any]:
    """Return rows that all have the same fields as one table; of ``shared`` fields there are few different texts."""
    if not rows:
        return {"fields": [], "shared": {}, "rows": []}
    found = {name: Numbered() for name in shared}
    told = [[found[name].of(value) if name in found else value for name, value in row.items()] for row in rows]
    return {"fields": list(rows[0]), "shared": {name: texts.texts for name, texts in found.items()}, "rows": told}
