"""Rows of values as small as JSON can have them: the names of the fields stand there once."""

from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def table(rows: Sequence[Row]) -> dict[str, Any]:
    """Return rows that all have the same fields as one table."""
    return {"fields": list(rows[0]) if rows else [], "rows": [list(row.values()) for row in rows]}
