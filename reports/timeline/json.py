"""Timelines as JSON, version 1; the schema stands in ``docs/timeline.schema.json``."""

import json
from enum import Enum
from typing import Any

from msgspec import Struct

from reports.escaping import encodable, without_commands
from verify.model.event import Event, Words
from verify.model.timeline import Biographies, Timeline, Unexplained

VERSION = 1
_NAMES = {"in_footer": "footer", "late": "recorded_late", "sources": "from", "targets": "to"}


def render(biographies: Biographies) -> str:
    """Return timelines, or what is not explained, as JSON."""
    document = {
        "version": VERSION,
        "tool": biographies.tool,
        "revision": biographies.revision,
        "incomplete": list(biographies.incomplete),
        "timelines": [_timeline(timeline) for timeline in biographies.timelines],
        "unexplained": [_unexplained(change) for change in biographies.unexplained],
    }
    # Plain ASCII: no console can fail on it, and no terminal or build server acts on it.
    return without_commands(json.dumps(_plain(document), indent=1), r"\u0023") + "\n"


def _timeline(timeline: Timeline) -> dict[str, Any]:
    place = timeline.place
    return {
        "memory": timeline.memory,
        "id": timeline.id,
        "kind": timeline.kind,
        "standing": timeline.standing,
        "path": place.path if place else None,
        "line": place.line if place else None,
        "uses": timeline.uses,
        "used_by": timeline.used_by,
        "last_used": timeline.last_used,
        "successors": timeline.successors,
        "events": [_event(event) for event in timeline.events],
    }


def _unexplained(change: Unexplained) -> dict[str, Any]:
    return {"memory": change.memory, "id": change.id, "kind": change.kind, **_event(change.event)}


def _event(event: Event) -> dict[str, Any]:
    common = {
        "event": event.kind,
        "commit": event.commit,
        "day": event.day,
        "session": event.session,
        "path": event.path,
    }
    return {**common, **_detail(event.detail)}


def _detail(detail: object) -> dict[str, Any]:
    if not isinstance(detail, Struct):
        return {}
    return {_NAMES.get(name, name): getattr(detail, name) for name in detail.__struct_fields__}


def _plain(value: Any) -> Any:
    if isinstance(value, Words):
        return {_plain(value.side): _plain(value.text)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
