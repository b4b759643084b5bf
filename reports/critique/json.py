"""Rulings as JSON, version 1; the schema stands in ``docs/critique.schema.json``."""

import json
from typing import Any

from reports.escaping import encodable, without_commands
from verify.model.critique import Critique, Ruled, Ruling
from verify.model.snapshot import Source

VERSION = 1


def render(critique: Critique) -> str:
    """Return all rulings as JSON."""
    document = {
        "version": VERSION,
        "tool": critique.tool,
        "revision": critique.revision,
        "memories": [encodable(memory) for memory in critique.memories],
        "incomplete": [encodable(reason) for reason in critique.incomplete],
        "summary": {
            **{ruling.value: critique.count(ruling) for ruling in Ruling},
            "other_sentences": critique.other,
        },
        "claims": [_claim(ruled) for ruled in critique.ruled],
    }
    # Plain ASCII: no console can fail on it, and no terminal or build server acts on it.
    return without_commands(json.dumps(document, indent=1), r"\u0023") + "\n"


def _claim(ruled: Ruled) -> dict[str, Any]:
    return {
        "line": ruled.claim.line,
        "form": ruled.claim.form.value,
        "text": encodable(ruled.claim.text),
        "subject": encodable(ruled.claim.subject) or None,
        "marked": ruled.claim.bound,
        "verdict": ruled.ruling.value,
        "reason": encodable(ruled.reason),
        "evidence": [_source(source) for source in ruled.evidence],
    }


def _source(source: Source) -> dict[str, Any]:
    path = encodable(source.path) if source.path else None
    return {"path": path, "line": source.line, "commit": source.commit}
