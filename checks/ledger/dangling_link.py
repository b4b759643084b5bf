"""A link that leads nowhere."""

import re
from collections.abc import Iterable, Iterator

from verify.check import check
from verify.graph import MemoryGraph
from verify.model.facts import Link
from verify.model.memory import Role
from verify.model.report import Evidence, Hit, Related, Severity, Value

_PATH = re.compile(r"[\w./-]{1,200}\.md\b")


@check(Severity.ERROR)
def dangling_link(graph: MemoryGraph) -> Iterator[Hit]:
    """A link points to an id or a vision file that does not exist.

    ## What it finds
    A target in a footer (`supersedes`, `superseded-by`, `serves`, `realizes`, `depends-on`) or behind
    `→ serves:`, `→ realizes:` or `→ depends-on:` in a list item that is the id of no fact and no decision
    record; a `vision:` of Project State that names a missing file. The nearest id is offered, and whether
    the target existed once. Where a file could not be read nothing is said to be missing.

    ## Why it matters
    The chain from a decision to its reason breaks where a link leads nowhere, and an agent cannot tell
    a slip from a fact that was lost.

    ## How to fix
    Correct the id, bring the fact back, or remove the link.
    """
    for link in graph.links:
        if not graph.is_id(link.target):
            yield Hit(
                subject=link.source or link.location.path,
                location=link.location,
                message=f"{_claim(link)}, which is no id{_hint(graph, link)}",
                fix="Correct the id, bring the fact back, or remove the link.",
                related=(Related(link.written, "written here"),) if link.written != link.location else (),
                rests_on=(Evidence.FACTS, Evidence.LEDGER),
                values=(Value.of(link.target, link.location.line, link.location.column),),
            )
    yield from _missing_vision(graph)


def _claim(link: Link) -> str:
    return f"{link.source or 'a thread'} says {link.relation.value}: {link.target}"


def _hint(graph: MemoryGraph, link: Link) -> str:
    once = "; it existed once" if graph.was_id(link.target) else ""
    near = graph.nearest_id(link.target)
    return once + (f"; did you mean {near}?" if near else "")


def _missing_vision(graph: MemoryGraph) -> Iterator[Hit]:
    for document in graph.documents(Role.CONTINUITY):
        memory = document.path.removesuffix("continuity.md")
        home = memory.removesuffix("/").rpartition("/")[0]
        for field in document.state:
            named = _PATH.search(field.value) if field.key == "vision" else None
            path = named.group().removeprefix("./") if named else ""
            if path and not _exists(graph, (memory, home and f"{home}/", ""), path):
                yield Hit(
                    subject="vision",
                    location=field.location,
                    message=f"Project State names the vision {path}, and there is no such file",
                    fix="Write the vision, or correct the path.",
                    rests_on=(Evidence.FACTS,),
                )


def _exists(graph: MemoryGraph, starts: Iterable[str], path: str) -> bool:
    return any(graph.has_file(start + path) for start in starts)
