"""Traces as JSON, version 1; the schema stands in ``docs/trace.schema.json``."""

import json
from typing import Any

from reports.escaping import encodable, without_commands
from verify.model.trace import Step, Trace, Traces

VERSION = 1


def render(traces: Traces) -> str:
    """Return traces as JSON."""
    document = {
        "version": VERSION,
        "tool": traces.tool,
        "revision": traces.revision,
        "incomplete": [encodable(reason) for reason in traces.incomplete],
        "traces": [_trace(trace) for trace in traces.traces],
    }
    # Plain ASCII: no console can fail on it, and no terminal or build server acts on it.
    return without_commands(json.dumps(document, indent=1), r"\u0023") + "\n"


def _trace(trace: Trace) -> dict[str, Any]:
    return {
        "memory": encodable(trace.memory),
        "reaches_vision": trace.reaches_vision,
        **_step(trace.subject),
        "up": [_step(step) for step in trace.up],
        "down": [_step(step) for step in trace.down],
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "link": step.link.value if step.link else None,
        "kind": step.kind.value,
        "name": encodable(step.name),
        "standing": step.standing,
        "title": encodable(step.title),
        "path": encodable(step.place.path) if step.place else None,
        "line": step.place.line if step.place else None,
        "broken": encodable(step.broken) if step.broken else None,
        "again": step.again,
        "cut": step.cut,
        "steps": [_step(below) for below in step.steps],
    }
