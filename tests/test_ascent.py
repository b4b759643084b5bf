"""Climbs: following each one to its end is slow and plain, following all of them at once must say the same."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from verify.graph.ascent import Ascent, Break
from verify.model.facts import Checkbox, Fact, Footer, NodeKind, Store
from verify.model.location import FactId, Location

Targets = Mapping[str, tuple[str, ...]]
HIGHER = {NodeKind.VISION, NodeKind.BLUEPRINT}
NAMES = [f"fact-{number}" for number in range(8)]


def fact(name: str, kind: NodeKind) -> Fact:
    place = Location("memory/continuity.md")
    footer = Footer(name, (), place)
    return Fact(FactId(name), kind, Store.LIVE, footer, place, False, Checkbox.NONE, None, None, None, None)


@st.composite
def memories(draw: st.DrawFn) -> tuple[dict[str, Fact], Targets]:
    kinds = st.sampled_from([NodeKind.VISION, *[NodeKind.BLUEPRINT] * 3, NodeKind.DECISION])
    facts = {name: fact(name, draw(kinds)) for name in NAMES}
    targets = st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True)
    return facts, {name: tuple(draw(targets)) for name in draw(st.lists(st.sampled_from(NAMES), unique=True))}


def followed(facts: Mapping[str, Fact], targets: Targets, start: str) -> tuple[str, Break]:
    """Follow the first link of each fact, as a reader would."""
    seen, here = {start}, start
    while here in targets:
        end = targets[here][0]
        if end in seen:
            return end, Break.CIRCLE
        if facts[end].kind not in HIGHER:
            return end, Break.WRONG_ALTITUDE
        if facts[end].kind is NodeKind.VISION:
            return end, Break.SUPERSEDED_VISION
        seen.add(end)
        here = end
    return here, Break.SERVES_NOTHING


@given(memories(), st.permutations(NAMES))
def test_a_climb_ends_where_following_it_ends(memory: tuple[dict[str, Fact], Targets], order: list[str]) -> None:
    facts, targets = memory
    ascent = Ascent(facts, lambda fact: fact.kind, targets, lambda fact: True)
    for name in order:
        direct = targets.get(name, ())
        broken = ascent.broken(facts[name])
        if facts[name].kind is NodeKind.VISION:
            continue
        assert broken, "every vision is superseded"
        low = [target for target in direct if facts[target].kind not in HIGHER]
        expected = (low[0], Break.WRONG_ALTITUDE) if low else followed(facts, targets, name)
        assert (broken.end, broken.how) == expected


def test_a_long_chain_is_no_deep_recursion() -> None:
    names = [f"step-{number}" for number in range(20_000)]
    facts = {name: fact(name, NodeKind.BLUEPRINT) for name in names}
    targets = {name: (below,) for name, below in zip(names[1:], names, strict=False)}
    ascent = Ascent(facts, lambda fact: fact.kind, targets, lambda fact: True)
    ends = {broken.end for one in facts.values() if (broken := ascent.broken(one))}
    assert ends == {"step-0"}
