"""Lists that claim to show the active decisions of a ledger."""

import re
from collections.abc import Iterator

from verify.comments import replace_comments
from verify.model.ledger import Projection
from verify.model.location import Location
from verify.model.memory import Document

_VIEW = re.compile(
    r"[ \t]{0,9}<!-- view:[ \t]{0,9}(\S{1,80})[ \t]{0,9}\|[ \t]{0,9}log:[ \t]{0,9}([^|\s]{1,400})[ \t]{0,9}"
    r"\|[ \t]{0,9}through:[ \t]{0,9}([^|\s]{1,200})[ \t]{1,9}-->[ \t]{0,9}"
)
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
_ENTRY = re.compile(r"[`*\[]{0,4}([^\s:`*\[\]]{1,200})[`*\]]{0,4}:[`*]{0,4}(?:\s+(.*))?", re.DOTALL)

_Item = tuple[str, str | None]
_Items = list[list[str]]
"""The lines of each list item."""


def projections(document: Document) -> Iterator[Projection]:
    """Yield each view of a file, with the items behind it in its section, else those before it."""
    for number, view, items in _views(document):
        yield Projection(
            location=Location(document.path, number, 1, number),
            view=view.group(1),
            log=view.group(2),
            through=view.group(3),
            items=tuple(_item(" ".join(lines)) for lines in items),
        )


def _views(document: Document) -> list[tuple[int, re.Match[str], _Items]]:
    found: list[tuple[int, re.Match[str], _Items, _Items]] = []
    current: _Items = []
    for number, line in enumerate(document.lines, 1):
        if number in document.code:
            continue
        view = _VIEW.fullmatch(line)
        if view:
            before, current = current, []
            found.append((number, view, before, current))
        elif _HEADING.match(line):
            current = []
        else:
            _gather(current, line)
    return [(number, view, behind or before) for number, view, before, behind in found]


def _gather(items: _Items, line: str) -> None:
    item = _ITEM.match(line)
    if item:
        items.append([item.group(1)])
    elif items and line.strip():
        items[-1].append(line)


def _item(text: str) -> _Item:
    shown = " ".join(replace_comments(text, lambda comment: " ").split())
    match = _ENTRY.fullmatch(shown)
    return (match.group(1), match.group(2) or "") if match else (shown, None)
