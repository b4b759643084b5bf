"""Reads what the tools counted, and the pointer file."""

from typing import Any

from verify.model.topics import ActiveState, Compaction, Metrics, Switch
from verify.readers.topics.strict_json import number, read_object, tables, text
from verify.readers.topics.times import read_instant


def read_metrics(path: str, content: str) -> Metrics:
    """Read a ``metrics.json``. Raises MalformedError."""
    table = read_object(content)
    switches = table.get("topicSwitches")
    told = tuple(Switch(text(one, "from"), text(one, "to"), text(one, "type")) for one in tables(switches))
    return Metrics(
        path=path,
        switches=told if isinstance(switches, list) and len(told) == len(switches) else None,
        compactions=tuple(_compaction(one) for one in tables(table.get("compactions"))),
    )


def _compaction(table: dict[str, Any]) -> Compaction:
    return Compaction(
        topic=text(table, "topicId") or "",
        instant=read_instant(table.get("timestamp")),
        original=number(table, "originalExchanges"),
        kept=number(table, "keptExchanges"),
        archived=number(table, "archivedExchanges"),
    )


def read_active_state(path: str, content: str) -> ActiveState:
    """Read an ``active-state.json``. Raises MalformedError."""
    table = read_object(content)
    return ActiveState(
        path=path,
        named="activeTopicId" in table,
        active_topic=text(table, "activeTopicId"),
        switch_count=number(table, "switchCount"),
    )
