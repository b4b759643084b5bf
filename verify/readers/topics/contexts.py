"""Reads rendered contexts and running notes, which are Markdown of a fixed shape."""

import re
from collections.abc import Iterator, Sequence

from verify.model.topics import Context, ContextDecision, Item, WhereAreWe

_TITLE = re.compile(r"# (?:Hot Context|Topic Context|Active Topic|Topic): (.*)")
_ID = re.compile(r"\*\*ID:\*\* (\S{1,300})")
_DECISIONS = re.compile(r"## Active Decisions(?: \((\d{1,9})\))?\s*")
_TRAILING_ID = re.compile(r"\((dec_[A-Za-z0-9_-]{1,200})\)\s*\Z")
_LEADS_TO = "  → leads to:"
_TOPIC = re.compile(r"\*\*Topic:\*\* (\S{1,300})")
_ITEM = re.compile(r"- (?:\[[ xX]\] )?(?:\[\d{4}-\d\d-\d\d \d\d:\d\d [AP]M PT\] )?(.*)")


def read_context(path: str, topic: str, content: str) -> Context:
    """Read a context; what it lacks is None."""
    lines = _lines(content)
    title = _TITLE.match(lines[0])
    head = next((at for at, line in enumerate(lines) if line.startswith("## ")), len(lines))
    named = next(((at, found) for at, line in enumerate(lines[:head]) if (found := _ID.match(line))), None)
    heading = next(((at, found) for at, line in enumerate(lines) if (found := _DECISIONS.fullmatch(line))), None)
    count = heading[1].group(1) if heading else None
    return Context(
        topic=topic,
        path=path,
        id=named[1].group(1) if named else None,
        id_line=named[0] + 1 if named else 1,
        title=title.group(1).strip() if title else None,
        count=int(count) if count else None,
        count_line=heading[0] + 1 if heading else 1,
        decisions=tuple(_decisions(lines, heading[0] + 1)) if heading else (),
    )


def _decisions(lines: Sequence[str], start: int) -> Iterator[ContextDecision]:
    for at, line in enumerate(lines[start:], start + 1):
        if line.startswith("## "):
            return
        found = _TRAILING_ID.search(line[-300:])
        if found and not line.startswith(_LEADS_TO):
            yield ContextDecision(found.group(1), at)


def read_where_are_we(path: str, topic: str, content: str) -> WhereAreWe:
    """Read running notes."""
    lines = _lines(content)
    named = _TOPIC.match(lines[1]) if len(lines) > 1 else None
    return WhereAreWe(path=path, topic=topic, names=named.group(1) if named else None, items=tuple(_items(lines)))


def _items(lines: Sequence[str]) -> Iterator[Item]:
    section = ""
    for at, line in enumerate(lines, 1):
        if line.startswith("## "):
            section = line[3:].strip()
        elif section and (item := _ITEM.match(line)):
            said = item.group(1).strip().removesuffix("✅").strip()
            if said:
                yield Item(section, at, said)


def _lines(content: str) -> list[str]:
    return [line.removesuffix("\r") for line in content.removeprefix("\ufeff").split("\n")]
