"""`verify trace` of a decision in a topic: back to its reason, and on to what rests on it."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.run_command import verify

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "trace.schema.json").read_text(encoding="utf-8"))
LONG = "the first train leaves at five, " * 8 + "and nobody else drives"


def decision(name: str, depends_on: str | None = None, successor: str | None = None) -> dict[str, Any]:
    return {"id": f"dec_{name}", "text": f"Text of {name}", "depends_on": depends_on, "superseded_by": successor}


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    decisions = [
        decision("bed", LONG, "dec_tent"),
        decision("food", "dec_bed"),
        decision("wine", "dec_food"),
        decision("tent"),
        decision("lost", "dec_nowhere"),
        decision("one", "dec_two"),
        decision("two", "dec_one"),
    ]
    return workspace(tmp_path, decisions)


def workspace(root: Path, decisions: list[dict[str, Any]]) -> Path:
    folder = root / "tsvc" / "topic_files" / "topic_trip"
    folder.mkdir(parents=True)
    (folder.parent / "index.json").write_text(json.dumps({"topics": {"topic_trip": {"title": "Trip"}}}))
    (folder / "state.json").write_text(json.dumps({"id": "topic_trip", "decisions": decisions}))
    return root


def traced(root: Path, name: str) -> dict[str, Any]:
    document = json.loads(verify("trace", name, root, "--format", "json").stdout)
    Draft202012Validator(SCHEMA).validate(document)
    trace: dict[str, Any] = document["traces"][0]
    return trace


def shape(steps: list[dict[str, Any]]) -> list[Any]:
    return [(step["link"], step["name"], *([shape(step["steps"])] if step["steps"] else [])) for step in steps]


def test_a_chain_ends_at_the_whole_reason(trip: Path) -> None:
    trace = traced(trip, "dec_wine")
    assert shape(trace["up"]) == [("depends on", "dec_food", [("depends on", "dec_bed", [("because", LONG)])])]
    said = " ".join(verify("trace", "dec_wine", trip).stdout.replace("\u2502", "").split())
    assert "nobody else drives" in said
    assert "Text of food" in said


def test_what_became_of_a_decision_is_told(trip: Path) -> None:
    down = [("superseded by", "dec_tent"), ("needed by", "dec_food", [("needed by", "dec_wine")])]
    assert shape(traced(trip, "dec_bed")["down"]) == down


def test_where_a_chain_breaks_it_says_so(trip: Path) -> None:
    (step,) = traced(trip, "dec_lost")["up"]
    assert (step["kind"], step["broken"]) == ("missing", "is no decision of this topic")


def test_a_ring_is_told_once(trip: Path) -> None:
    assert shape(traced(trip, "dec_one")["up"]) == [("depends on", "dec_two", [("depends on", "dec_one")])]


def test_a_long_chain_is_cut(tmp_path: Path) -> None:
    root = workspace(tmp_path, [decision(str(n), f"dec_{n + 1}") for n in range(3000)])
    assert verify("trace", "dec_0", root).stdout.count("depends on") == 21
    assert "(goes on)" in verify("trace", "dec_2999", root, "--all").stdout


def test_a_slip_is_answered_with_the_nearest_id(trip: Path) -> None:
    outcome = verify("trace", "dec_whine", trip)
    assert outcome.status == 2
    assert "did you mean 'dec_wine'?" in outcome.stderr


def test_an_index_that_does_not_parse_makes_the_answer_incomplete(trip: Path) -> None:
    (trip / "tsvc" / "topic_files" / "index.json").write_text("{")
    outcome = verify("trace", "dec_wine", trip)
    assert outcome.status == 3
    assert "INCOMPLETE" in outcome.stdout
