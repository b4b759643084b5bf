"""`verify history`: the timeline of one fact, and what is not explained, on planted repositories."""

import json
import subprocess
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.run_command import Outcome, build, verify
from verify.model.event import EventKind, Side
from verify.model.facts import NodeKind
from verify.model.history import Judgement
from verify.model.timeline import Standing
from verify.views.word_changes import word_changes

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "timeline.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

SHOP = """
commits:
  - date: 2026-03-01T10:00:00Z
    sessions: {2026-03-01-090000: ["Created: retry-policy, queue-choice, old-news"]}
    files:
      memory/continuity.md: |
        # Continuity

        ## Key Decisions

        - Try three times before the order fails.
          <!-- id: retry-policy | origin: 2026-03-01-090000 -->
        - One queue for all ovens.
          <!-- id: queue-choice | origin: 2026-03-01-090000 -->

        ## Facts

        - The old oven is slow.
          <!-- id: old-news | origin: 2026-03-01-090000 -->
        - Bread is delivered by bicycle.
          <!-- id: delivery-radius -->
  - date: 2026-03-02T10:00:00Z
    sessions: {2026-03-02-090000: [retry-policy, queue-choice]}
  - date: 2026-03-03T10:00:00Z
    sessions: {2026-03-03-090000: [retry-policy]}
  - date: 2026-03-04T10:00:00Z
    sessions: {2026-03-04-090000: ["Updated: retry-policy (the bank asked for it)"]}
    replace: {memory/continuity.md: [["three times", "five times"]]}
  - date: 2026-03-05T10:00:00Z
    sessions: {2026-03-05-090000: [queue-choice]}
    replace:
      memory/continuity.md:
        - ["five times", "nine times"]
        - ["One queue for all ovens.", "One **queue**, for all ovens"]
  - date: 2026-03-06T10:00:00Z
    sessions: {2026-03-06-090000: [queue-choice]}
    replace: {memory/continuity.md: [["nine times", "five times"]]}
  - date: 2026-03-07T10:00:00Z
    sessions: {2026-03-07-090000: ["Removed: delivery-radius"]}
    files:
      memory/archive/2026-Q1.md: |
        # First quarter

        - The old oven is slow. *(faded)*
          <!-- id: old-news | tier: archived | origin: 2026-03-01-090000 -->
    replace:
      memory/continuity.md:
        - ["- The old oven is slow.\\n  <!-- id: old-news | origin: 2026-03-01-090000 -->\\n", ""]
        - ["- Bread is delivered by bicycle.\\n  <!-- id: delivery-radius -->\\n", ""]
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shop"), SHOP)


def told(outcome: Outcome) -> dict[str, Any]:
    assert outcome.status == 0, outcome.stderr
    document: dict[str, Any] = json.loads(outcome.stdout)
    VALIDATOR.validate(document)
    return document


def timeline(folder: Path, name: str) -> dict[str, Any]:
    (found,) = told(verify("history", name, folder, "--format", "json"))["timelines"]
    return dict(found)


def events(folder: Path, name: str) -> list[dict[str, Any]]:
    return list(timeline(folder, name)["events"])


def kinds(folder: Path, name: str) -> list[str]:
    return [event["event"] for event in events(folder, name)]


def of_kind(folder: Path, name: str, kind: str) -> list[dict[str, Any]]:
    return [event for event in events(folder, name) if event["event"] == kind]


def planted(folder: Path, *files: tuple[str, str]) -> Path:
    """Build a history in which a continuity file reads like this, commit after commit."""
    steps = [{"date": f"2026-03-0{day}T10:00:00Z", "files": {path: text}} for day, (path, text) in enumerate(files, 1)]
    return build(folder, json.dumps({"commits": steps}))


def test_the_life_of_a_decision(shop: Path) -> None:
    assert kinds(shop, "retry-policy") == ["created", "referenced", "changed", "changed", "changed"]
    created = events(shop, "retry-policy")[0]
    assert created["text"] == "Try three times before the order fails."
    assert (created["day"], created["session"], created["path"]) == (
        "2026-03-01",
        "2026-03-01-090000",
        "memory/continuity.md",
    )


def test_references_between_two_events_are_one_line(shop: Path) -> None:
    (referenced,) = of_kind(shop, "retry-policy", "referenced")
    assert (referenced["first"], referenced["last"], referenced["count"]) == (
        "2026-03-02-090000",
        "2026-03-03-090000",
        2,
    )
    assert timeline(shop, "retry-policy")["uses"] == 4


def test_evolution_drift_and_reversal_are_told_apart(shop: Path) -> None:
    changed = of_kind(shop, "retry-policy", "changed")
    assert [change["judgement"] for change in changed] == ["evolution", "drift", "reversal"]
    assert [change["record"] for change in changed] == ["memory/sessions/2026-03-04-090000.md", None, None]
    assert changed[0]["words"] == [
        {"kept": "Try"},
        {"removed": "three"},
        {"added": "five"},
        {"kept": "times before the order fails."},
    ]


def test_another_mark_is_no_other_decision(shop: Path) -> None:
    (change,) = of_kind(shop, "queue-choice", "changed")
    assert change["judgement"] == "restated"


def test_a_fact_goes_to_the_archive(shop: Path) -> None:
    (archived,) = of_kind(shop, "old-news", "archived")
    assert (archived["from"], archived["to"]) == (["memory/continuity.md"], ["memory/archive/2026-Q1.md"])
    assert timeline(shop, "old-news")["standing"] == "archived"
    assert of_kind(shop, "old-news", "changed")[0]["judgement"] == "restated"


def test_a_loss_names_the_log_that_tells_of_it(shop: Path) -> None:
    assert kinds(shop, "delivery-radius") == ["created", "lost"]
    (lost,) = of_kind(shop, "delivery-radius", "lost")
    assert lost["record"] == "memory/sessions/2026-03-07-090000.md"
    assert timeline(shop, "delivery-radius")["standing"] == "gone"


def test_what_left_can_return(tmp_path: Path) -> None:
    path, fact = "memory/continuity.md", "# Continuity\n\n- Bread\n  <!-- id: bread-first -->\n"
    shop = planted(tmp_path, (path, fact), (path, "# Continuity\n"), (path, fact))
    assert kinds(shop, "bread-first") == ["created", "lost", "returned"]
    assert of_kind(shop, "bread-first", "lost")[0]["record"] is None


def test_a_thread_is_done_and_reopened_and_moves(tmp_path: Path) -> None:
    item = "- [{}] Forecast\n  <!-- id: tune-forecast -->\n"
    path = "memory/continuity.md"
    boxes = [(path, f"# Continuity\n\n{item.format(box)}") for box in " x "]
    shop = planted(tmp_path, *boxes)
    assert kinds(shop, "tune-forecast") == ["created", "done", "reopened"]


def test_another_section_and_another_file_are_moves(tmp_path: Path) -> None:
    item, path = "- Bread\n  <!-- id: bread-first -->\n", "memory/continuity.md"
    plan = [
        {"files": {path: f"# Continuity\n\n## Facts\n\n{item}"}},
        {"files": {path: f"# Continuity\n\n## Key Decisions\n\n{item}"}},
        {"files": {path: "# Continuity\n", "memory/more.md": f"## Key Decisions\n\n{item}"}},
    ]
    shop = build(tmp_path, json.dumps({"commits": plan}))
    first, second = of_kind(shop, "bread-first", "moved")
    assert (first["old_kind"], first["new_kind"]) == ("fact", "decision")
    assert (second["from"], second["to"]) == ([path], ["memory/more.md"])


def test_a_successor_that_only_a_log_names(tmp_path: Path) -> None:
    items = "- One\n  <!-- id: old-queue -->\n- Two\n  <!-- id: new-queue -->\n"
    plan = [
        {"files": {"memory/continuity.md": f"# Continuity\n\n{items}"}},
        {"date": "2026-03-02T10:00:00Z", "sessions": {"2026-03-02-090000": ["Superseded: old-queue → new-queue"]}},
    ]
    shop = build(tmp_path, json.dumps({"commits": plan}))
    (superseded,) = of_kind(shop, "old-queue", "superseded")
    assert (superseded["by"], superseded["footer"]) == (["new-queue"], False)
    assert "by new-queue, as only 2026-03-02-090000 says" in verify("history", "old-queue", shop).stdout


def test_the_same_on_two_branches_is_told_once(tmp_path: Path) -> None:
    item = "# Continuity\n\n## Key Decisions\n\n- {}\n  <!-- id: bread-first -->\n"
    path = "memory/continuity.md"
    plan = [
        {"files": {path: item.format("Bread")}},
        {"branch": "other", "files": {path: item.format("Cake")}},
        {"branch": "main", "files": {path: item.format("Cake")}},
        {"merge": "other"},
    ]
    assert kinds(build(tmp_path, json.dumps({"commits": plan})), "bread-first") == ["created", "changed"]


def test_the_work_tree_comes_last_and_has_no_commit(tmp_path: Path) -> None:
    path, item = "memory/continuity.md", "# Continuity\n\n## Key Decisions\n\n- {}\n  <!-- id: bread-first -->\n"
    plan = {"commits": [{"files": {path: item.format("Bread")}}], "working": {"files": {path: item.format("Cake")}}}
    shop = build(tmp_path, json.dumps(plan))
    last = events(shop, "bread-first")[-1]
    assert (last["event"], last["commit"], last["day"], last["judgement"]) == ("changed", None, None, "drift")
    assert "uncommitted" in verify("history", "bread-first", shop).stdout
    assert "uncommitted" not in verify("history", "bread-first", shop, "--rev", "HEAD").stdout


def test_all_that_is_not_explained(shop: Path) -> None:
    found = told(verify("history", "--drift", shop, "--format", "json"))
    assert [(c["id"], c["judgement"], c["recorded_late"]) for c in found["unexplained"]] == [
        ("retry-policy", "drift", False),
        ("retry-policy", "reversal", False),
    ]
    assert found["timelines"] == []
    text = verify("history", "--drift", shop).stdout
    assert "drift, no log says why\n    Try [-five-] {+nine+} times" in text
    assert text.endswith("2 changes without an explanation\n")
    assert "every change of a decision is explained" in verify("history", "queue-choice", shop, "--drift").stdout


def test_unknown_ids_are_usage_errors(shop: Path) -> None:
    outcome = verify("history", "retry-polisy", shop)
    assert (outcome.status, outcome.stdout) == (2, "")
    assert outcome.stderr == "verify: no fact ever had the id 'retry-polisy'; did you mean 'retry-policy'?\n"
    assert verify("history").status == 2


def test_without_history_there_is_nothing_to_tell(shop: Path, tmp_path: Path) -> None:
    clone = ["git", "clone", "-q", "--depth", "1", f"file://{shop}", str(tmp_path / "shallow")]
    subprocess.run(clone, check=True, capture_output=True)
    plain = build(tmp_path / "plain", 'git: false\ncommits: [{files: {memory/continuity.md: "# Continuity\\n"}}]')
    for folder, reason in ((tmp_path / "shallow", "this clone is shallow"), (plain, "no git repository")):
        for asked in ("retry-policy", "--drift"):
            outcome = verify("history", asked, folder)
            assert (outcome.status, outcome.stdout) == (3, "")
            assert reason in outcome.stderr
            assert outcome.stderr.count("\n") == 1


def test_what_could_not_be_read_is_said(tmp_path: Path) -> None:
    plan = {
        "commits": [{"files": {"memory/continuity.md": "# Continuity\n\n- Bread\n  <!-- id: bread-first -->\n"}}],
        "working": {"files": {"memory/sessions/2026-03-01-090000.md": {"base64": "/w=="}}},
    }
    outcome = verify("history", "bread-first", build(tmp_path, json.dumps(plan)))
    assert outcome.status == 3
    assert outcome.stdout.startswith("INCOMPLETE: memory/sessions/2026-03-01-090000.md")


@pytest.mark.parametrize("options", [[], ["--format", "json"], ["--word-diff"], ["--word-diff", "--color"]])
def test_two_runs_give_the_same_bytes(shop: Path, options: list[str]) -> None:
    one, other = (verify("history", "retry-policy", shop, *options) for _ in range(2))
    assert one.stdout == other.stdout != ""


def test_colours_change_no_word(shop: Path) -> None:
    plain = verify("history", "retry-policy", shop, "--word-diff").stdout
    coloured = verify("history", "retry-policy", shop, "--word-diff", "--color").stdout
    assert "\x1b[31m\x1b[1m[-three-]\x1b[0m \x1b[32m\x1b[1m{+five+}\x1b[0m" in coloured
    assert plain == "".join(part.partition("m")[2] if n else part for n, part in enumerate(coloured.split("\x1b[")))


def test_a_file_takes_the_place_of_stdout(shop: Path, tmp_path: Path) -> None:
    outcome = verify("history", "retry-policy", shop, "-o", tmp_path / "life.txt")
    assert outcome.stdout == ""
    assert (tmp_path / "life.txt").read_text() == verify("history", "retry-policy", shop).stdout
    assert verify("history", "retry-policy", shop, "-o", tmp_path).status == 2


HOSTILE = "A \\x1b]0;title\\x07 \\u202e ##[error]x ::error::y " + "long" * 400


def test_hostile_texts_and_ids_act_on_nothing(tmp_path: Path) -> None:
    name = "evil-\x1b[31m-id"
    texts = [f"# Continuity\n\n## Key Decisions\n\n- {text}\n  <!-- id: {name} -->\n" for text in (HOSTILE, "B" * 500)]
    raw = texts[0].encode().decode("unicode_escape")
    shop = planted(tmp_path, ("memory/continuity.md", raw), ("memory/continuity.md", texts[1]))
    for options in ([], ["--word-diff"], ["--drift"], ["--format", "json"]):
        outcome = verify("history", name, shop, *options)
        assert outcome.status == 0
        assert all(line.isprintable() for line in outcome.stdout.split("\n"))
        assert "##[" not in outcome.stdout
    assert len(verify("history", name, shop, "--word-diff").stdout.split("\n")) < 60
    assert verify("history", "no\n\x1b[31m", shop).stderr.count("\n") == 1


def test_a_credential_is_never_echoed(tmp_path: Path) -> None:
    secret = "".join(["ghp_", "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"])
    text = "# Continuity\n\n## Key Decisions\n\n- Use {}\n  <!-- id: token-use -->\n"
    path = "memory/continuity.md"
    shop = planted(tmp_path, (path, text.format("one")), (path, text.format(secret)), (path, text.format("two")))
    for options in ([], ["--word-diff"], ["--format", "json"]):
        assert secret not in verify("history", "token-use", shop, *options).stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a b " * 20_000, "b b a " * 15_000),
        ("x " + "a " * 100_000 + "y", "z " + "a " * 100_000 + "w"),
        (
            " ".join(f"{n} same{n} as{n} ever{n}" for n in range(9000)),
            " ".join(f"z same{n} as{n} ever{n}" for n in range(9000)),
        ),
    ],
)
def test_words_are_compared_in_time(old: str, new: str) -> None:
    started = process_time()
    words = word_changes(old, new)
    assert process_time() - started < 2
    for side, text in ((Side.NEW, old), (Side.OLD, new)):
        assert " ".join(run.text for run in words if run.side is not side).split() == text.split()


def test_the_schema_names_what_the_model_names() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    parts = SCHEMA["$defs"]
    named = [part["properties"]["event"] for part in parts.values() if "event" in part.get("properties", {})]
    known = {name for event in named for name in event.get("enum", [event.get("const")]) if name}
    assert known == {kind.value for kind in EventKind}
    assert set(parts["changed"]["properties"]["judgement"]["enum"]) == {None, *(j.value for j in Judgement)}
    assert set(parts["kind"]["enum"]) == {kind.value for kind in NodeKind}
    assert set(parts["words"]["propertyNames"]["enum"]) == {side.value for side in Side}
    assert set(parts["timeline"]["properties"]["standing"]["enum"]) == {standing.value for standing in Standing}
