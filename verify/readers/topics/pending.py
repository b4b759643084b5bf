"""Reads the files of a switch that is under way, and the messages that triggered switches."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from verify.model.topics import PendingSwitch
from verify.readers.topics.jsonl import read_lines
from verify.readers.topics.layout import NEXT_TOPIC, PENDING, below
from verify.readers.topics.strict_json import MalformedError, read_object, text


def read_pending(root: str, texts: Mapping[str, str], lock: str | None, telemetry: Iterable[str]) -> PendingSwitch:
    """Read those files that there are; ``texts`` are their contents by path, of the lock nothing is read."""
    announcement, next_topic = below(root, PENDING), below(root, NEXT_TOPIC)
    table, garbled = _table(texts.get(announcement))
    messages = [*_messages([table]), *(message for content in telemetry for message in _told(content))]
    return PendingSwitch(
        files=(*(path for path in (announcement, next_topic) if path in texts), *((lock,) if lock else ())),
        announced=announcement if announcement in texts else None,
        origin=_id(table.get("fromTopic")),
        target=_id(table.get("toTopic")),
        next_topic=texts.get(next_topic, "").strip() or None,
        garbled=garbled,
        messages=frozenset(messages),
    )


def _table(content: str | None) -> tuple[dict[str, Any], bool]:
    try:
        return (read_object(content), False) if content is not None else ({}, False)
    except MalformedError:
        return {}, True


def _id(topic: object) -> str | None:
    if isinstance(topic, dict):
        return text(topic, "id")
    return topic if isinstance(topic, str) and topic else None


def _told(content: str) -> Iterator[str]:
    """Yield the messages of a log of switches, up to where it is malformed: it belongs to no topic."""
    try:
        yield from _messages(table for _, table in read_lines(content))
    except MalformedError:
        return


def _messages(tables: Iterable[dict[str, Any]]) -> Iterator[str]:
    for table in tables:
        message = text(table, "triggeringMessage")
        if message:
            yield message.strip()[:500].strip()
