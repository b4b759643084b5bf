"""What the work is for: the vision, the way to it, and what was worked on last."""

from collections.abc import Iterator

from verify.graph import HIGHER, MemoryGraph
from verify.model.facts import Checkbox, Fact, NodeKind, Thread
from verify.model.location import Location
from verify.model.memory import Role
from verify.model.snapshot import Aim, Cited, Mode, Section, Source, Statement, Topic
from verify.views.snapshot.quoting import Texts, at, quoting
from verify.views.snapshot.ways import ways

_GAPS = 12
_AT_HAND = {NodeKind.BLUEPRINT, NodeKind.THREAD, NodeKind.DECISION, NodeKind.INVARIANT}
_STATE = ("project", "status", "phase", "focus", "goal", "objective")
_LACKING = "The memory states no objective: it has no vision in force and no open blueprint."


def objective(graph: MemoryGraph, texts: Texts, aim: Aim) -> Section:
    """Tell the vision, the gaps that are open on the way to it, and the work at hand."""
    visions, gaps, hand = list(_visions(graph, texts)), list(_gaps(graph, texts)), list(_at_hand(graph))
    visions = [*_state(graph), *visions]
    first = 1 if aim.mode is Mode.REACTIVE else len(visions) + _GAPS
    ordered = [*visions, *gaps[:_GAPS]]
    ordered[first:first] = hand
    passed = [f"{len(gaps) - _GAPS} open blueprints that were used longest ago"] if len(gaps) > _GAPS else []
    return Section(Topic.OBJECTIVE, tuple(ordered), _LACKING, passed_over=tuple(passed), share=8)


def _state(graph: MemoryGraph) -> Iterator[Statement]:
    """Yield what Project State says of the project, but for pointers to sessions and folders."""
    for document in graph.documents(Role.CONTINUITY):
        for field in document.state:
            if field.key in _STATE:
                yield quoting(("project state, ", Cited(field.key)), [at(field.location)], field.value)


def _visions(graph: MemoryGraph, texts: Texts) -> Iterator[Statement]:
    if graph.draft_place:
        yield Statement(("the memory calls its vision a draft",), (at(graph.draft_place),))
    for vision in graph.visions:
        if not graph.intent.is_replaced(vision):
            for number, (line, text) in enumerate(texts.parts(vision)):
                words = ("vision ", Cited(vision.id), ", continued" if number else "")
                yield quoting(words, [Source(vision.block.path, line)], text)


def _gaps(graph: MemoryGraph, texts: Texts) -> Iterator[Statement]:
    threads = sorted(graph.open_blueprints, key=lambda thread: _idle(graph, thread))
    nameless = {thread.block for thread in graph.intent.nameless_blueprints}
    for thread in threads:
        fact = graph.intent.facts.get(thread.fact) if thread.fact else None
        notes = ways(graph, fact) if fact else ()
        if thread.block in nameless:
            notes = (Statement(("it says nowhere what it serves",), (at(thread.block),)),)
        name = (" ", Cited(thread.fact)) if thread.fact else (" without an id",)
        text = texts.fact(fact) if fact and fact.block == thread.block else texts.block(thread.block)
        yield quoting(("open blueprint", *name, _age(graph, thread)), [at(thread.block)], text, notes)


def _idle(graph: MemoryGraph, thread: Thread) -> tuple[int, str, int]:
    since = graph.usage.sessions_since(thread.fact) if thread.fact else None
    return (len(graph.sessions) if since is None else since), thread.block.path, thread.block.line


def _age(graph: MemoryGraph, thread: Thread) -> str:
    since = graph.usage.sessions_since(thread.fact) if thread.fact else None
    if since is None:
        return ", referenced by no session" if thread.fact else ""
    return ", referenced by the newest session" if since == 0 else f", last referenced {since} sessions ago"


def _at_hand(graph: MemoryGraph) -> Iterator[Statement]:
    """Yield what the newest session that references anything worked on, with the way of each up."""
    session = next((s for s in reversed(graph.sessions) if graph.referenced(s)), None)
    if session is None:
        return
    known = (graph.intent.facts.get(name) for name in sorted(graph.referenced(session)))
    facts = [fact for fact in known if fact and _is_work(graph, fact)]
    notes = [
        Statement((f"{graph.intent.kind(fact).value} ", Cited(fact.id)), (at(fact.location),), notes=ways(graph, fact))
        for fact in facts
    ]
    words = ("the newest session that references facts is ", Cited(session.stem))
    told = words if notes else (*words, ", and it names no open work and no decision")
    yield Statement(told, (at(Location(session.path)),), notes=tuple(notes))


def _is_work(graph: MemoryGraph, fact: Fact) -> bool:
    kind = graph.intent.kind(fact)
    done = fact.checkbox is Checkbox.DONE and kind in HIGHER
    return kind in _AT_HAND and not done and not fact.superseded
