"""`verify history` on TSVC workspaces: the life of a topic, of a decision, and what was rewritten."""

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.run_command import build, check, verify

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "timeline.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
INDEX = "tsvc/topic_files/index.json"
BREAD = "tsvc/topic_files/topic_bread"
OVEN = "tsvc/topic_files/topic_oven"


def index(**statuses: str) -> str:
    topics = {f"topic_{name}": {"title": name.title(), "status": status} for name, status in statuses.items()}
    return json.dumps({"topics": topics, "activeTopic": None})


def state(*decisions: dict[str, Any]) -> str:
    return json.dumps({"status": "active", "decisions": list(decisions)})


def decision(name: str, text: str, **fields: str | None) -> dict[str, Any]:
    usual = {"timestamp": "2026-05-01T09:00:00Z", "depends_on": None, "superseded_by": None, "superseded_at": None}
    return {"id": name, "text": text, **usual, **fields}


def lines(*texts: str) -> str:
    said = ({"role": "user", "text": text, "timestamp": "2026-05-01T08:00:00Z"} for text in texts)
    return "".join(f"{json.dumps(line)}\n" for line in said)


def planted(folder: Path, *steps: dict[str, Any]) -> Path:
    """Build a history with a commit a step: files by path, or the keys of a plan."""
    commits = [
        {"date": f"2026-05-{day:02}T10:00:00Z", **(step if "files" in step else {"files": step})}
        for day, step in enumerate(steps, 1)
    ]
    return build(folder, json.dumps({"commits": commits}))


def timelines(folder: Path, name: str, *options: str) -> list[dict[str, Any]]:
    outcome = verify("history", name, folder, "--format", "json", *options)
    assert outcome.status == 0, outcome.stderr
    document = json.loads(outcome.stdout)
    VALIDATOR.validate(document)
    return list(document["timelines"])


def told(folder: Path, name: str) -> list[tuple[str, str]]:
    """Return the day and the name of each event."""
    (timeline,) = timelines(folder, name)
    return [((event["day"] or "")[-2:], event["event"]) for event in timeline["events"]]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rye = decision("dec_1", "Rye flour only")
    wheat, six = decision("dec_1", "Wheat flour only"), decision("dec_2", "Bake at six", depends_on="dec_1")
    return planted(
        tmp_path_factory.mktemp("shop"),
        {
            INDEX: index(bread="active"),
            f"{BREAD}/state.json": state(rye),
            f"{BREAD}/conversation.jsonl": lines("a", "b"),
        },
        {
            INDEX: index(bread="paged", oven="active"),
            f"{BREAD}/state.json": state(wheat, six),
            f"{BREAD}/conversation.jsonl": lines("c"),
            f"{BREAD}/archive_1.jsonl": lines("a", "b"),
        },
        {
            INDEX: index(bread="closed", oven="active"),
            f"{BREAD}/state.json": state({**wheat, "superseded_by": "dec_2", "superseded_at": "2026-05-03"}, six),
        },
        {INDEX: index(bread="active", oven="paged")},
        {INDEX: index(bread="paged", oven="active"), f"{BREAD}/conversation.jsonl": ""},
    )


def test_the_life_of_a_topic(shop: Path) -> None:
    assert told(shop, "topic_bread") == [
        ("01", "created"),
        ("01", "exchanged"),
        ("01", "decided"),
        ("02", "exchanged"),
        ("02", "decided"),
        ("02", "compacted"),
        ("02", "paged"),
        ("03", "closed"),
        ("04", "reopened"),
        ("05", "exchanged"),
        ("05", "paged"),
    ]
    (timeline,) = timelines(shop, "topic_bread")
    assert (timeline["kind"], timeline["standing"], timeline["uses"]) == ("topic", "paged", 2)
    counts = [(e["came"], e["left"]) for e in timeline["events"] if e["event"] in {"exchanged", "compacted"}]
    assert counts == [(2, 0), (1, 0), (0, 2), (0, 1)]


def test_a_switch_is_told_of_the_topic_that_becomes_active(shop: Path) -> None:
    assert told(shop, "topic_oven") == [("02", "created"), ("04", "paged"), ("05", "switched")]


def test_the_life_of_a_decision(shop: Path) -> None:
    assert told(shop, "dec_1") == [("01", "created"), ("02", "changed"), ("02", "relied-on"), ("03", "superseded")]
    (timeline,) = timelines(shop, "dec_1")
    assert (timeline["standing"], timeline["successors"], timeline["uses"]) == ("superseded", ["dec_2"], 1)
    changed, relied = timeline["events"][1:3]
    assert (changed["judgement"], changed["fields"], changed["old"]) == ("rewritten", ["text"], "Rye flour only")
    assert relied["by"] == "dec_2"


def test_the_text_says_what_was_rewritten(shop: Path) -> None:
    text = verify("history", "dec_1", shop).stdout
    assert "decision, superseded by dec_2  tsvc/topic_files/topic_bread/state.json:1:" in text
    assert "1 decision rests on it; 1 text change: 1 rewritten" in text
    assert "changed      rewritten: text\n    [-Rye-] {+Wheat+} flour only\n" in text


def test_drift_lists_what_was_rewritten(shop: Path) -> None:
    outcome = verify("history", "--drift", shop, "--format", "json")
    VALIDATOR.validate(json.loads(outcome.stdout))
    (change,) = json.loads(outcome.stdout)["unexplained"]
    assert (change["id"], change["memory"], change["judgement"]) == ("dec_1", "tsvc", "rewritten")
    assert verify("history", "topic_bread", shop, "--drift").stdout == "every change of a decision is explained\n"


def test_an_unknown_id_has_a_nearest_one(shop: Path) -> None:
    outcome = verify("history", "topic_braed", shop)
    assert outcome.status == 2
    assert outcome.stderr == (
        "verify: no fact, topic or decision ever had the id 'topic_braed'; did you mean 'topic_bread'?\n"
    )


def test_without_git_nothing_is_told(shop: Path, tmp_path: Path) -> None:
    shutil.copytree(shop / "tsvc", tmp_path / "tsvc")
    outcome = verify("history", "dec_1", tmp_path)
    assert (outcome.status, outcome.stdout) == (3, "")
    assert "there is no history to tell" in outcome.stderr


def test_a_decision_moves_and_leaves(tmp_path: Path) -> None:
    one, both = decision("dec_1", "Rye"), index(bread="active", oven="paged")
    shop = planted(
        tmp_path,
        {INDEX: both, f"{BREAD}/state.json": state(one), f"{OVEN}/state.json": state()},
        {f"{BREAD}/state.json": state(), f"{OVEN}/state.json": state(one)},
        {f"{OVEN}/state.json": state()},
    )
    assert told(shop, "dec_1") == [("01", "created"), ("02", "moved"), ("03", "lost")]
    (timeline,) = timelines(shop, "dec_1")
    assert (timeline["standing"], timeline["path"]) == ("gone", None)


def test_nothing_hides_behind_a_version_that_does_not_parse(tmp_path: Path) -> None:
    listed = index(bread="active")
    shop = planted(
        tmp_path,
        {INDEX: listed, f"{BREAD}/state.json": state(decision("dec_1", "Rye"))},
        {INDEX: "{", f"{BREAD}/state.json": "{"},
        {INDEX: listed, f"{BREAD}/state.json": state(decision("dec_1", "Oats"))},
    )
    assert told(shop, "dec_1") == [("01", "created"), ("03", "changed")]
    assert told(shop, "topic_bread") == [("01", "created"), ("01", "decided")]


def test_what_a_merge_took_from_one_side_is_not_its_own(tmp_path: Path) -> None:
    shop = planted(
        tmp_path,
        {INDEX: index(bread="active"), f"{BREAD}/conversation.jsonl": lines("a")},
        {"branch": "left", "files": {f"{BREAD}/conversation.jsonl": lines("a", "b")}},
        {"branch": "main", "files": {"other.txt": "x"}},
        {"merge": "left", "files": {}},
    )
    assert told(shop, "topic_bread") == [("01", "created"), ("01", "exchanged"), ("02", "exchanged")]


def test_a_memory_and_a_workspace_are_asked_together(tmp_path: Path) -> None:
    shop = planted(
        tmp_path,
        {
            INDEX: index(bread="active"),
            "memory/continuity.md": "# Continuity\n\n## Facts\n\n- Bread\n  <!-- id: bread-first -->\n",
        },
    )
    assert timelines(shop, "bread-first")[0]["used_by"] == "session"
    assert timelines(shop, "topic_bread")[0]["used_by"] == "exchange"


def test_the_protocol_layout_has_its_conversations_elsewhere(tmp_path: Path) -> None:
    def listed(status: str) -> str:
        return json.dumps({"topics": [{"id": "bread", "title": "Bread", "status": status}]})

    shop = planted(
        tmp_path,
        {INDEX: listed("active"), "tsvc/conversations/bread.jsonl": '{"role":"user","content":"a"}\n'},
        {INDEX: listed("archived")},
    )
    assert told(shop, "bread") == [("01", "created"), ("01", "exchanged"), ("02", "closed")]


_CONTENTS = st.lists(st.lists(st.sampled_from("abcd"), max_size=4), min_size=1, max_size=4)
_TEXTS = st.lists(st.none() | st.sampled_from(["Rye", "Oats"]), min_size=1, max_size=5)
_SLOW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_SLOW
@given(_CONTENTS)
def test_what_came_less_what_left_is_what_is_there(contents: list[list[str]]) -> None:
    with TemporaryDirectory() as folder:
        steps = ({f"{BREAD}/conversation.jsonl": lines(*texts), "n.txt": str(n)} for n, texts in enumerate(contents))
        shop = planted(Path(folder), {INDEX: index(bread="active")}, *steps)
        (timeline,) = timelines(shop, "topic_bread")
    balance = sum(event["came"] - event["left"] for event in timeline["events"] if event["event"] == "exchanged")
    assert balance == len(set(contents[-1]))


@_SLOW
@given(_TEXTS)
def test_history_and_check_agree_on_what_was_rewritten(texts: list[str | None]) -> None:
    with TemporaryDirectory() as folder:
        steps = (
            {f"{BREAD}/state.json": state(*([decision("dec_1", text)] if text else [])), "n.txt": str(n)}
            for n, text in enumerate(["Rye", *texts])
        )
        shop = planted(Path(folder), {INDEX: index(bread="active")}, *steps)
        (timeline,) = timelines(shop, "dec_1")
        found = check(shop).report["findings"]
    changed = [event["commit"] for event in timeline["events"] if event["event"] == "changed"]
    reported = [f["commit"] for f in found if f["check"] == "rewritten-decision" and "rewritten" in f["message"]]
    assert sorted(changed) == reported
