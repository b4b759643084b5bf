"""The decisions in force, as `verify replay` tells them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from reports.replay.decisions import decision_lines
from reports.text.lines import plain
from tests.ledger_maker import PATH, Maker, honest
from tests.run_command import build, verify
from verify.graph.decision_chains import CHAIN_CAP
from verify.graph.ledger import DecisionLog
from verify.ledger import Anchors, assemble, read_native
from verify.model.replay import ReplayedDecisions
from verify.views.decisions import in_force

SCHEMA = Path(__file__).parents[1] / "docs" / "replay.schema.json"
VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def log(content: bytes) -> DecisionLog:
    ledger = assemble(PATH, {PATH: read_native(PATH, content)}, Anchors())
    assert ledger
    return DecisionLog(ledger)


def history() -> Maker:
    maker = Maker()
    maker.decide("small-oven", "the small oven stays", topic="oven")
    maker.decide("one-queue", "one queue", topic="queue", depends_on=["small-oven", "the heat of the day"])
    maker.add("too-slow", "SUPERSEDE", {"reason": "it was\ntoo slow"}, "one-queue")
    maker.decide("two-queues", "two queues", topic="queue", depends_on="one-queue")
    maker.add(
        "worded", "CORRECTION", {"text": "two  queues, one an oven", "reason": "the oven was left out"}, "two-queues"
    )
    return maker


def replayed(root: Path) -> Any:
    document = json.loads(verify("replay", root, "--format", "json").stdout)
    VALIDATOR.validate(document)
    return document["memories"][0]["decisions"]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = build(tmp_path / "shop", "git: false\ncommits:\n- files: {memory/continuity.md: '# Continuity\n'}\n")
    (root / PATH).write_bytes(history().content)
    return root


def test_reasons_and_chains_are_told(shop: Path) -> None:
    found = replayed(shop)
    assert found["checked"]
    assert found["ledgers"] == [{"path": PATH, "through": "worded"}]
    assert [one["id"] for one in found["active"]] == ["small-oven", "two-queues"]
    assert found["active"][1] == {
        **{"id": "two-queues", "text": "two queues, one an oven", "because": "y", "topic": "queue"},
        **{"path": PATH, "line": 5, "rests_on": ["one-queue", "small-oven", "the heat of the day"]},
        "after": [{"id": "one-queue", "by": "too-slow", "reason": "it was too slow"}],
    }


def test_as_text(shop: Path) -> None:
    assert verify("replay", shop, "--no-color").stdout.split("\n\n")[1] == (
        "memory/ledger.jsonl, through worded\n"
        "  small-oven\n    the small oven stays\n    because y\n"
        "  two-queues\n    two queues, one an oven\n    because y\n"
        "    rests on one-queue, small-oven, the heat of the day\n"
        "    after one-queue, ended by too-slow: it was too slow"
    )
    assert "two-queues" not in verify("replay", shop, "--check", "--no-color").stdout


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"one queue", b"no queue", "the chain of memory/ledger.jsonl does not fit at line 4"),
        (b'"ref"', b'"rex"', "memory/ledger.jsonl is not checked from line 2 on, which is malformed"),
    ],
)
def test_what_is_not_whole_is_not_told(shop: Path, old: bytes, new: bytes, reason: str) -> None:
    (shop / PATH).write_bytes(history().content.replace(old, new))
    found = replayed(shop)
    assert (found["checked"], found["reason"], found["active"]) == (False, reason, [])


def test_hostile_texts_are_shown_harmlessly(shop: Path) -> None:
    maker = honest(0)
    maker.decide("x" * 200, "a\x1b[31m\u202e b\n\n::error::c " + "d" * 300, topic="t\n")
    (shop / PATH).write_bytes(maker.content)
    text = verify("replay", shop, "--no-color").stdout
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\n::" not in text
    replayed(shop)


def test_long_chains_are_cut() -> None:
    maker = Maker()
    for number in range(CHAIN_CAP + 10):
        maker.decide(f"d{number}", f"text {number}", topic="t", depends_on=[f"d{number - 1}"])
        if number < CHAIN_CAP + 9:
            maker.reverse(f"r{number}", f"d{number}")
    grown = log(maker.content)
    (last,) = in_force(grown, grown.last)
    assert len(last.after) == len(last.rests_on) == CHAIN_CAP
    assert last.after[0].id == last.rests_on[0] == f"d{CHAIN_CAP + 8}"


@st.composite
def makers(draw: st.DrawFn) -> Maker:
    """Draw a ledger with everything in it that a fold looks at."""
    maker, ids = Maker(), ["nothing"]
    for number in range(draw(st.integers(0, 10))):
        name, kind = (
            f"e{number}",
            draw(st.sampled_from(["DECISION", "DECISION", "REVERSAL", "SUPERSEDE", "CORRECTION"])),
        )
        ref = draw(st.sampled_from([*ids, name, f"e{number + 1}"]))
        if kind == "DECISION":
            maker.decide(name, draw(st.sampled_from("ab")), topic=draw(st.sampled_from("tu")), depends_on=ref)
        else:
            maker.add(name, kind, {"reason": "z", **({"text": "c"} if kind == "CORRECTION" else {})}, ref)
        ids.append(name)
    return maker


def told(grown: DecisionLog, through: int) -> str:
    return plain([list(decision_lines(ReplayedDecisions(None, (), tuple(in_force(grown, through)))))])


@given(makers())
@settings(max_examples=60)
def test_every_prefix_gives_the_same_bytes(maker: Maker) -> None:
    whole = log(maker.content)
    assert told(whole, whole.last) == told(log(maker.content), whole.last)
    for size in range(1, len(maker.lines) + 1):
        begun = log(b"".join(line + b"\n" for line in maker.lines[:size]))
        assert told(begun, begun.last) == told(whole, begun.last)
