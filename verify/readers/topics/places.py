"""On which line the keys of a JSON text stand."""

import json
import re
from collections.abc import Iterator

from msgspec import Struct, field

Path = tuple[str | int, ...]
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]:,\n]')
_DEPTH = 3
"""How many keys and positions a path has at most; deeper ones are not wanted."""


class _Container(Struct):
    path: Path
    is_list: bool
    count: int = 0
    key: str = ""
    awaits_key: bool = True
    keys: set[str] = field(default_factory=set)

    @property
    def step(self) -> str | int:
        return self.count if self.is_list else self.key


def places(text: str) -> dict[Path, int]:
    """Return the line of each key of a text that parses, under the keys and positions that lead to it."""
    found: dict[Path, int] = {}
    for container, line in _keys(text):
        if len(container.path) < _DEPTH:
            found.setdefault((*container.path, container.key), line)
    return found


def repeated_key(text: str) -> int | None:
    """Return the line on which a key first stands for the second time in its object."""
    for container, line in _keys(text):
        if container.key in container.keys:
            return line
        container.keys.add(container.key)
    return None


def _keys(text: str) -> Iterator[tuple[_Container, int]]:
    """Yield each key in its order, as the last one of its object, and its line."""
    line = 1
    stack: list[_Container] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "\n":
            line += 1
        elif token in "{[":
            above = (*stack[-1].path, stack[-1].step) if stack and len(stack[-1].path) < _DEPTH else ()
            stack.append(_Container(above if len(stack) <= _DEPTH else (0,) * _DEPTH, token == "["))
        elif not stack:
            continue
        elif token in "}]":
            stack.pop()
        elif token == ",":
            stack[-1].count += 1
            stack[-1].awaits_key = True
        elif token.startswith('"') and stack[-1].awaits_key and not stack[-1].is_list:
            stack[-1].key, stack[-1].awaits_key = _unescaped(token), False
            yield stack[-1], line


def _unescaped(token: str) -> str:
    try:
        return str(json.loads(token, strict=False)) if "\\" in token else token[1:-1]
    except ValueError:
        return token
