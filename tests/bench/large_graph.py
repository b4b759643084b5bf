"""A memory of very many nodes and edges, made as values: what is measured is the graph and no reader."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random

from verify.graph import Circumstances, MemoryGraph
from verify.model.facts import Checkbox, Fact, Footer, Link, NodeKind, Relation, Store
from verify.model.location import Day, FactId, Location, Stem
from verify.model.memory import Document, Memory, Role, Windows
from verify.model.report import Evidence
from verify.model.session import Mention, Session

EDGES_PER_NODE = 10
_FACTS_IN_TEN = 4
_CHAIN = 4
_START = date(2000, 1, 1)


def large_graph(nodes: int) -> MemoryGraph:
    """Return a memory with so many facts and sessions, and ten times as many edges.

    A quarter of the facts is one chain of blueprints up to the vision in force, another one ends at a
    superseded vision, a third in a circle: each climb is as long as it can be.
    """
    chance = Random(0)
    facts = nodes * _FACTS_IN_TEN // 10
    links = list(_links(facts))
    wanted = nodes * EDGES_PER_NODE - len(links) - facts
    sessions = tuple(_sessions(nodes - facts, facts, wanted, chance))
    document = Document(
        path="memory/continuity.md",
        role=Role.CONTINUITY,
        lines=("",) * (facts + 1),
        code=frozenset(),
        facts=tuple(_fact(number, facts, sessions) for number in range(facts)),
        links=tuple(links),
    )
    memory = Memory("memory", (document,), sessions, (), (), (), (), Windows(), {})
    lacking = {Evidence.HISTORY: "there is none"}
    return MemoryGraph(memory, None, Circumstances(None, sessions, lacking, lambda path: "", lambda path: False))


def name(number: int) -> FactId:
    """Return the id of a fact; the first is the vision in force, the second a superseded one."""
    return FactId(f"fact-{number:06d}")


def _fact(number: int, facts: int, sessions: Sequence[Session]) -> Fact:
    origin = sessions[number % len(sessions)].stem
    superseded = number == 1
    footer = Footer(name(number), (("origin", origin),), _line(number))
    kind = NodeKind.VISION if number < 2 else NodeKind.BLUEPRINT if number < facts * 3 // _CHAIN else NodeKind.DECISION
    store = Store.ARCHIVE if superseded else Store.LIVE
    return Fact(name(number), kind, store, footer, _line(number), False, Checkbox.NONE, None, None, None, None)


def _line(number: int) -> Location:
    return Location("memory/continuity.md", number + 1, 1, number + 1)


def _links(facts: int) -> Iterator[Link]:
    length = facts // _CHAIN
    for number in range(2, facts):
        chain, place = divmod(number, length)
        bottom = number - 1 if place else 1
        top = {0: 0 if number == 2 else bottom, 1: bottom, 2: bottom if place else 3 * length - 1}
        yield _link(number, Relation.SERVES, top.get(chain, 2 + number % (3 * length - 2)))
        if number > facts // 2:
            yield _link(number, Relation.DEPENDS_ON, number - facts // 2)


def _link(source: int, relation: Relation, target: int) -> Link:
    return Link(name(source), relation, name(target), _line(source), _line(source))


def _sessions(count: int, facts: int, mentions: int, chance: Random) -> Iterator[Session]:
    for number in range(count):
        day = Day((_START + timedelta(days=number // 24)).isoformat())
        stem = Stem(f"{day}-{number % 24:02d}0000")
        share = mentions // count + (number < mentions % count)
        named = sorted(chance.sample(range(facts), share))
        found = tuple(Mention(name(fact), "referenced", 1, 1, listed=True) for fact in named)
        yield Session(stem, f"memory/sessions/{stem}.md", day, timed=True, mentions=found)
