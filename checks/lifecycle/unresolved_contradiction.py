"""A contradiction that was found and then left."""

import re
from collections.abc import Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Checkbox
from verify.model.report import Evidence, Hit, Severity

_START = re.compile(r"[*_\s]*(?:contradiction|drift)[*_]*:", re.IGNORECASE)


@check(Severity.WARNING, needs=Evidence.POLICY)
def unresolved_contradiction(graph: MemoryGraph) -> Iterator[Hit]:
    """An open thread about a contradiction is older than the active window.

    ## What it finds
    An unchecked thread whose text starts with `Contradiction:` or `Drift:`, created more than
    `active_window` sessions ago (`memory/decay-policy.md`, default 8).

    ## Why it matters
    As long as two facts exclude each other, every session may follow the wrong one.

    ## How to fix
    Decide which one holds, supersede the other, and check the thread off.
    """
    window = graph.windows.active_window
    for thread in graph.threads:
        if thread.checkbox is not Checkbox.OPEN or not _START.match(thread.text):
            continue
        fact = next((f for f in graph.by_id.get(thread.fact or "", ()) if f.block == thread.block), None)
        age = graph.sessions_after(fact.created) if fact and fact.created else 0
        if fact and age > window:
            yield Hit(
                subject=fact.id,
                location=fact.location,
                message=f"this contradiction has been open for {age} sessions (active_window {window})",
                fix="Decide which fact holds, supersede the other, and check the thread off.",
            )
