"""Reads the state of a topic, with its decisions."""

from collections.abc import Iterator
from typing import Any

from verify.model.location import Location
from verify.model.topics import Decision, TopicState
from verify.readers.topics.places import Path, places
from verify.readers.topics.strict_json import MalformedError, number, read_object, text
from verify.readers.topics.times import read_time


def read_state(path: str, topic: str, content: str) -> TopicState:
    """Read a ``state.json``. Raises MalformedError."""
    table = read_object(content)
    related = table.get("relatedTopics")
    return TopicState(
        topic=topic,
        path=path,
        id=text(table, "id"),
        title=text(table, "title"),
        status=text(table, "status"),
        summary=text(table, "summary") or "",
        created_at=read_time(table.get("createdAt")),
        last_active=read_time(table.get("lastActive")),
        closed_at=read_time(table.get("closedAt")),
        compaction_count=number(table, "compactionCount"),
        related=tuple(name for name in related if isinstance(name, str)) if isinstance(related, list) else (),
        decisions=tuple(_decisions(path, topic, table, places(content) if table.get("decisions", []) != [] else {})),
    )


def read_past_decisions(path: str, topic: str, content: str) -> tuple[Decision, ...]:
    """Read the decisions of an earlier version, whose lines nobody asks for. Raises MalformedError."""
    return tuple(_decisions(path, topic, read_object(content), {}))


def _decisions(path: str, topic: str, table: dict[str, Any], lines: dict[Path, int]) -> Iterator[Decision]:
    decisions = table.get("decisions", [])
    if not isinstance(decisions, list):
        raise MalformedError("its decisions are no list", lines.get(("decisions",), 1))
    for at, decision in enumerate(decisions):
        if not isinstance(decision, dict) or not isinstance(decision.get("id"), str):
            raise MalformedError(f"its decision {at + 1} has no id", _near(lines, at))
        yield Decision(
            id=decision["id"],
            topic=topic,
            location=Location(path, lines.get(("decisions", at, "id"), 1)),
            text=text(decision, "text"),
            date=text(decision, "date"),
            timestamp=read_time(decision.get("timestamp")),
            depends_on=text(decision, "depends_on"),
            superseded_by=text(decision, "superseded_by"),
            superseded_at=read_time(decision.get("superseded_at")),
        )


def _near(lines: dict[Path, int], at: int) -> int:
    """Return the first line of a decision that has any key, else that of the list."""
    inside = (line for path, line in lines.items() if path[:2] == ("decisions", at))
    return min(inside, default=lines.get(("decisions",), 1))
