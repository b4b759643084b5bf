"""Puts values into a page, so that nothing in them can end the element in which they stand."""

import json
import re
from typing import Any

from reports.escaping import visible

_BREAKING = "<>&\u2028\u2029"
# A control that may have to be shown; a line feed stays as it is.
_ESCAPED = re.compile(r"\\[bfrtu]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def embedded(value: Any) -> str:
    """Return a value as JSON for the inside of a ``<script type="application/json">``."""
    text = _json(value)
    if not text.isprintable() or _ESCAPED.search(text):
        text = _json(_shown(value))
    # One replacement for each sign is ten times as fast as a translation of a long text.
    for sign in _BREAKING:
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return _SURROGATE.sub(_escaped, text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def shown(text: str) -> str:
    """Return a text in which nothing acts, line by line."""
    return text if text.isprintable() else "\n".join(visible(line) for line in text.split("\n"))


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return {shown(name): _shown(item) for name, item in value.items()}
    return [_shown(item) for item in value] if isinstance(value, list | tuple) else value


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
