"""Writes JSON in which no text of a checked repository acts."""

import json
from typing import Any

from reports.escaping import encodable, without_commands


def dumped(document: Any) -> str:
    """Return a document as JSON. Plain ASCII: no console fails on it, no terminal or build server acts on it."""
    return without_commands(json.dumps(_encodable(document), indent=1), r"\u0023") + "\n"


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {name: _encodable(item) for name, item in value.items()}
    return [_encodable(item) for item in value] if isinstance(value, list) else value
