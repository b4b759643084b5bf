"""Reads the index of topics."""

from typing import Any

from verify.model.location import Location
from verify.model.topics import Entry, Index, Layout
from verify.readers.topics.places import places
from verify.readers.topics.strict_json import MalformedError, number, read_object, text
from verify.readers.topics.times import read_time


def read_index(path: str, content: str) -> Index:
    """Read an index of either layout. Raises MalformedError."""
    table = read_object(content)
    topics = table.get("topics")
    lines = places(content)
    if isinstance(topics, dict):
        found = [(name, entry, lines.get(("topics", name), 1)) for name, entry in topics.items()]
        layout = Layout.MANAGER
    elif isinstance(topics, list):
        numbered = enumerate(topics)
        found = [(_id(entry), entry, lines.get(("topics", at, "id"), 1)) for at, entry in numbered]
        layout = Layout.PROTOCOL
    else:
        raise MalformedError("has no topics, neither as an object nor as an array", lines.get(("topics",), 1))
    entries = tuple(_entry(name, entry, Location(path, line)) for name, entry, line in found)
    return Index(path, layout, entries, text(table, "activeTopic"))


def _id(entry: object) -> str:
    name = entry.get("id") if isinstance(entry, dict) else None
    if not isinstance(name, str):
        raise MalformedError("has a topic without an id")
    return name


def _entry(name: str, entry: Any, location: Location) -> Entry:
    if not isinstance(entry, dict):
        raise MalformedError(f"the topic {name[:80]} is no object", location.line)
    return Entry(
        id=name,
        location=location,
        title=text(entry, "title"),
        status=text(entry, "status"),
        summary=text(entry, "summary") or "",
        last_active=read_time(entry.get("lastActive")),
        exchange_count=number(entry, "exchangeCount"),
    )
