"""`verify critique`: what an answer claims, held against the memory."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from reports.snapshot.asking import asking
from tests.run_command import build, check, verify
from verify.model.critique import Form
from verify.model.snapshot import Mode
from verify.readers.critique.file import SIZE_CAP
from verify.readers.critique.grammar import read_claims

DOCS = Path(__file__).parents[1] / "docs"
VALIDATOR = Draft202012Validator(json.loads((DOCS / "critique.schema.json").read_text(encoding="utf-8")))
STATES = [
    "live",
    "archived",
    "superseded",
    "gone",
    "open",
    "done",
    "closed",
    "core",
    "active",
    "working",
    "archive-candidate",
]
IDS = [
    "order-cutoff",
    "round-prices-up",
    "queue-per-oven",
    "paper-orders",
    "pickup-slots",
    "vision-bakery",
    "delivery-radius",
]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "bakery"
    assert verify("example", folder).status == 0
    return folder


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    return tmp_path / "answer.md"


def judged(example: Path, answer: Path, text: str) -> dict[str, Any]:
    answer.write_text(text, encoding="utf-8")
    outcome = verify("critique", answer, example, "--format", "json")
    assert outcome.status == 0, outcome.stderr
    document: dict[str, Any] = json.loads(outcome.stdout)
    VALIDATOR.validate(document)
    assert sum(document["summary"][verdict] for verdict in ("holds", "contradicted", "not-checked")) == len(
        document["claims"]
    )
    return document


def verdicts(example: Path, answer: Path, text: str) -> list[str]:
    return [claim["verdict"] for claim in judged(example, answer, text)["claims"]]


def test_findings_are_counted_as_check_counts_them(tmp_path: Path, answer: Path) -> None:
    folder = tmp_path / "bakery"
    assert verify("example", folder).status == 0
    (folder / "verify.toml").write_text('tier = "advisory"\nbaseline = "verify-baseline.jsonl"\n', encoding="utf-8")
    (folder / "verify-baseline.jsonl").touch()
    whole = check(folder).report["summary"]
    assert verify("baseline", folder, "--add", "--because", "it stood there").status == 0
    memory = folder / "memory" / "continuity.md"
    memory.write_text(memory.read_text(encoding="utf-8") + "- New\n  <!-- id: new-bread | serves: no-where -->\n")
    summary = check(folder).report["summary"]
    assert 0 < summary["error"] < whole["error"]
    text = "".join(f"- Claim: verify found {summary[noun]} {noun}s\n" for noun in ("error", "warning", "note"))
    assert verdicts(folder, answer, text) == ["holds"] * 3


def test_every_form_that_a_reviewer_is_told_can_be_judged(example: Path, answer: Path) -> None:
    forms = re.findall(r"^- Claim: .*$", asking(Mode.MILESTONE), re.MULTILINE)
    values = {
        "<id>` is superseded by `<other id>": "queue-per-oven` is superseded by `oven-scheduler",
        "<id>` serves `<other id>": "pickup-slots` serves `vision-bakery",
        "<id>` is an invariant": "prices-in-cents` is an invariant",
        "<id>": "order-cutoff",
        "<words of its text>": "close at eight in the morning",
        "<file>:<line>": "memory/continuity.md:20",
        "<words that stand there>": "close at eight",
        "<commit>": "6a245eaf",
        "<number> live": "10 live",
        "<number> errors": "3 errors",
    }
    for placeholder, value in values.items():
        forms = [form.replace(placeholder, value) for form in forms]
    assert len(forms) == 10
    assert verdicts(example, answer, "\n".join(forms)) == ["holds"] * 10


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("`order-cutoff` exists", "holds"),
        ("`order-cutoff` does not exist", "contradicted"),
        ("`order-cut` exists", "contradicted"),
        ("`delivery-radius` exists", "contradicted"),
        ("`delivery-radius` is gone", "holds"),
        ("`2026-03-17-090000` exists", "holds"),
        ("`adr-0001` exists", "holds"),
        ("the decision `order-cutoff` is in the memory", "holds"),
        ("`order-cutoff` is live", "holds"),
        ("order-cutoff is live", "holds"),
        ("`order-cutoff` is archived", "contradicted"),
        ("`order-cutoff` is not archived", "holds"),
        ("`order-cutoff` is no longer live", "contradicted"),
        ("`order-cutoff` is gone", "contradicted"),
        ("`paper-orders` is archived", "holds"),
        ("`paper-orders` is live", "contradicted"),
        ("`pickup-slots` is open", "holds"),
        ("`pickup-slots` is done", "contradicted"),
        ("`order-cutoff` is active", "holds"),
        ("`prices-in-cents` is core", "holds"),
        ("`order-cutoff` is core", "contradicted"),
        ("`queue-per-oven` is superseded", "not-checked"),
        ("`order-cutoff` is superseded", "contradicted"),
        ("`2026-03-17-090000` is archived", "not-checked"),
        ("`order-cutoff` is a decision", "holds"),
        ("`order-cutoff` is an invariant", "contradicted"),
        ("`prices-in-cents` is a decision", "not-checked"),
        ("`order-cutoff` is a fact", "holds"),
        ("`oven-scheduler` supersedes `queue-per-oven`", "holds"),
        ("`queue-per-oven` is superseded by `oven-scheduler`", "holds"),
        ("`order-cutoff` is superseded by `oven-scheduler`", "contradicted"),
        ("`tune-forecast` serves `pickup-slots`", "holds"),
        ("`tune-forecast` serves `vision-bakery`", "not-checked"),
        ("`order-cutoff` serves `pickup-slots`", "contradicted"),
        ("`order-cutoff` serves `nothing-known`", "contradicted"),
        ('`order-cutoff` says "ORDERS for a day, close at eight"', "holds"),
        ("`order-cutoff` says “Orders ... in the morning”", "holds"),
        ('`order-cutoff` says "Orders close at nine"', "contradicted"),
        ('`order-cutoff` says "rders for a da"', "contradicted"),
        ('`round-prices-up` says "up, in favour of the bakery"', "contradicted"),
        ('`order-cutoff` says "..."', "not-checked"),
        ('`memory/continuity.md:20` says "close at eight"', "holds"),
        ('`memory/continuity.md:20` says "Nobody"', "contradicted"),
        ('`memory/continuity.md:30` says "close at eight"', "not-checked"),
        ('`memory/continuity.md:9999` says "close at eight"', "contradicted"),
        ('`src/paper.py:1` says "close at eight"', "not-checked"),
        ("commit `6a245eaf` exists", "holds"),
        ("commit `6a245eaf` does not exist", "contradicted"),
        ("commit `deadbeef99` exists", "contradicted"),
        ("commit `6a24` exists", "not-checked"),
        ("the memory has 10 live facts", "holds"),
        ("the memory has 28 live facts", "contradicted"),
        ("the memory has 1 archived fact", "holds"),
        ("12 sessions", "holds"),
        ("13 commits", "holds"),
        ("2 invariants", "holds"),
        ("1 open thread", "holds"),
        ("9 open threads", "contradicted"),
        ("verify found 3 errors", "holds"),
        ("verify check reports 4 warnings", "holds"),
        ("4 errors", "contradicted"),
        ("the bakery needs a second oven", "not-checked"),
        ("`order-cutoff`", "not-checked"),
    ],
)
def test_a_marked_claim(example: Path, answer: Path, claim: str, verdict: str) -> None:
    assert verdicts(example, answer, f"- Claim: {claim}\n") == [verdict]
    assert verdicts(example, answer, f"**Claim:** {claim}.\n") == [verdict]


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("`order-cutoff` is archived.", "contradicted"),
        ("The decision `order-cutoff` is still live.", "holds"),
        ("`retry-budget` is archived.", "not-checked"),
        ("The decision `retry-budget` is archived.", "contradicted"),
        ("`queue-per-oven` is active.", "not-checked"),
        ("`order-cutoff` depends on `card-payments`.", "not-checked"),
        ("`order-cutoff` serves `vision-bakery`.", "holds"),
        ("The memory has 28 live facts.", "contradicted"),
        ("I looked at commit `6a245eaf` and agree.", "holds"),
        ("I looked at commit `deadbeef99` and agree.", "not-checked"),
        ("Commit `deadbeef99` exists.", "contradicted"),
        ("I doubt that the decision `oven-schedular` holds.", "contradicted"),
        ("I doubt that the decision `oven-scheduler` holds.", "holds"),
        ('`order-cutoff` says:\n> Orders for a day\n> close at "eight".\n', "holds"),
        ("`order-cutoff` says:\n> Nobody goes without bread.\n", "contradicted"),
    ],
)
def test_a_sentence_that_is_a_claim(example: Path, answer: Path, sentence: str, verdict: str) -> None:
    assert verdicts(example, answer, f"# Review\n\nFirst of all. {sentence}") == [verdict]


@pytest.mark.parametrize(
    "text",
    [
        "`order-cutoff` is archived in my reading of the log, or should be.",
        "If `order-cutoff` is archived, nobody notices.",
        "Is `order-cutoff` archived?",
        "I would say that `order-cutoff` is superseded by events.",
        "There are 3 errors in the price list.",
        "- 3 errors\n- 28 sessions\n",
        "The memory has 28 live facts about payments.",
        "Add a decision `retry-budget` to the memory.",
        "The decision `retry-budget` should be written down.",
        "Compare upstream commit `deadbeef99` of the other repository.",
        "Use `pre-commit` and `memory-lint`.",
        "See `oven-scheduler`.",
        "> `order-cutoff` is archived.\n",
        "```\n`order-cutoff` is archived.\n```\n",
        "<!-- `order-cutoff` is archived. -->\n",
        "`order-cutoff` says:\n> Nobody.\nand so on.\n",
        "`order-cutoff` reads well.",
        "commit early",
        "",
    ],
)
def test_what_may_mean_something_else_is_no_claim(example: Path, answer: Path, text: str) -> None:
    assert "contradicted" not in verdicts(example, answer, text)
    assert [claim for claim in read_claims(text).claims if claim.form is not Form.UNKNOWN] == []


@pytest.mark.parametrize("mode", list(Mode))
def test_a_snapshot_that_comes_back_contradicts_nothing(example: Path, answer: Path, mode: Mode) -> None:
    snapshot = verify("snapshot", example, "--acknowledge", "--mode", mode.value).stdout
    assert "contradicted" not in verdicts(example, answer, snapshot)


def test_a_marked_claim_counts_in_code_as_well(example: Path, answer: Path) -> None:
    assert verdicts(example, answer, "```text\n- Claim: `order-cutoff` is archived\nnothing\n```\n") == ["contradicted"]


def test_a_wrapped_claim_is_read_whole(example: Path, answer: Path) -> None:
    text = '- Claim: `order-cutoff` says\n  "Orders for a day close\n  at eight in the morning"\n- Claim: 3 errors\n'
    assert verdicts(example, answer, text) == ["holds", "holds"]


def test_a_claim_is_shown_as_it_was_written(example: Path, answer: Path) -> None:
    text = "`order-cutoff` exists"
    assert judged(example, answer, f"- Claim: {text}\n")["claims"][0]["text"] == text
    text = "The **rule** - the decision `order-cutoff` - * holds."
    assert judged(example, answer, f"+ {text}\n")["claims"][0]["text"] == text


def test_a_wrong_id_comes_with_the_one_that_was_meant(example: Path, answer: Path) -> None:
    (claim,) = judged(example, answer, "Claim: `oven-schedular` is live")["claims"]
    assert claim["reason"].endswith("did you mean oven-scheduler?")
    assert claim["evidence"][0]["path"] == "memory/continuity.md"
    (claim,) = judged(example, answer, "`oven-schedular` is live.")["claims"]
    assert claim["verdict"] == "not-checked"


def test_what_once_was_said_names_the_commit(example: Path, answer: Path) -> None:
    (claim,) = judged(example, answer, 'Claim: `round-prices-up` says "up, in favour of the bakery"')["claims"]
    assert "once" in claim["reason"]
    assert any(source["commit"] for source in claim["evidence"])


def test_evidence_exists(example: Path, answer: Path) -> None:
    text = "\n".join(f"- Claim: `{name}` is {state}" for name in IDS for state in STATES)
    for claim in judged(example, answer, text)["claims"]:
        for source in claim["evidence"]:
            if source["path"]:
                assert source["line"] <= len((example / source["path"]).read_text(encoding="utf-8").split("\n"))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pairs=st.lists(st.tuples(st.sampled_from(IDS), st.sampled_from(STATES)), min_size=1, max_size=20))
def test_a_claim_and_its_denial_are_never_both_so(example: Path, tmp_path: Path, pairs: list[tuple[str, str]]) -> None:
    lines = [f"- Claim: `{name}` is {word}{state}" for name, state in pairs for word in ("", "not ")]
    found = verdicts(example, tmp_path / "answer.md", "\n".join(lines))
    for claimed, denied in zip(found[::2], found[1::2], strict=True):
        assert (claimed, denied) in {
            ("holds", "contradicted"),
            ("contradicted", "holds"),
            ("not-checked", "not-checked"),
        }


def test_only_what_is_contradicted_fails_the_check(example: Path, answer: Path) -> None:
    answer.write_text("- Claim: `order-cutoff` is live\n- Claim: `order-cutoff` is archived\n", encoding="utf-8")
    outcome = verify("critique", answer, example, "--check")
    assert outcome.status == 1
    assert "is archived" in outcome.stdout
    assert "is live" not in outcome.stdout
    assert verify("critique", answer, example).status == 0
    answer.write_text("- Claim: `order-cutoff` is live\n", encoding="utf-8")
    assert verify("critique", answer, example, "--check").status == 0


def test_an_older_revision_is_asked(example: Path, answer: Path) -> None:
    answer.write_text("- Claim: `delivery-radius` is live\n", encoding="utf-8")
    assert verify("critique", answer, example, "--check").status == 1
    assert verify("critique", answer, example, "--check", "--rev", "HEAD~3").status == 0


def test_without_history_commits_are_not_checked(tmp_path: Path, answer: Path) -> None:
    plan = {
        "git": False,
        "commits": [{"files": {"memory/continuity.md": "# Continuity\n\n- One\n  <!-- id: one-fact -->\n"}}],
    }
    folder = build(tmp_path / "plain", json.dumps(plan))
    answer.write_text("- Claim: commit `deadbeef99` exists\n- Claim: `two-facts` exists\n- Claim: `one-fact` exists\n")
    outcome = verify("critique", answer, folder, "--format", "json")
    assert outcome.status == 3
    assert [claim["verdict"] for claim in outcome.report["claims"]] == ["not-checked", "not-checked", "holds"]


def test_an_answer_that_cannot_be_read_is_refused(example: Path, tmp_path: Path) -> None:
    good = tmp_path / "good.md"
    good.write_text("- Claim: 3 errors\n")
    (tmp_path / "link.md").symlink_to(good)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "large.md").write_bytes(b"x" * (SIZE_CAP + 1))
    (tmp_path / "latin.md").write_bytes(b"caf\xe9")
    for name in ("link", "pipe", "folder", "large", "latin", "missing"):
        outcome = verify("critique", tmp_path / f"{name}.md", example)
        assert (outcome.status, outcome.stdout) == (2, ""), name
        assert outcome.stderr.startswith("verify: ")


def test_nothing_in_an_answer_acts(example: Path, answer: Path) -> None:
    text = "- Claim: \x1b[31m`order-cutoff` is live\u202e\n- Claim: ##[error] `a\x00b` is live\n- Claim: ::error::x\n"
    answer.write_text(text, encoding="utf-8")
    for form in ("text", "json"):
        shown = verify("critique", answer, example, "--format", form).stdout
        assert all(sign.isprintable() or sign == "\n" for sign in shown)
        assert not re.search(r"^\s*::|##\[", shown, re.MULTILINE)


def test_a_credential_in_an_answer_is_not_repeated(example: Path, answer: Path) -> None:
    token = "ghp" + "_" + "Zq8Xv2LmN4pRt6WyB1cD3eF5gH7jK9sUaVo0"
    answer.write_text(f'- Claim: `order-cutoff` says "{token}"\n- Claim: `{token}` is live\n', encoding="utf-8")
    for form in ("text", "json"):
        assert token not in verify("critique", answer, example, "--format", form).stdout


def test_of_very_many_claims_the_first_are_judged(example: Path, answer: Path) -> None:
    found = verdicts(example, answer, "- Claim: `order-cutoff` is live\n" * 1500)
    assert found == ["holds"] * 1000 + ["not-checked"] * 500


@pytest.mark.parametrize(
    "piece", ["`", '"', "“", "> ", "- ", "Claim:", "<!--", "```\n", "a-", "`a` says:\n> ", "commit `", ". "]
)
def test_any_repetition_is_read(example: Path, answer: Path, piece: str) -> None:
    answer.write_text(piece * (SIZE_CAP // len(piece.encode())), encoding="utf-8")
    assert verify("critique", answer, example, "--check").status == 0


@settings(max_examples=100)
@given(st.text(st.sampled_from('`"“” \n-.:>#*_aClaim1'), max_size=300))
def test_any_text_is_read(text: str) -> None:
    lines = text.count("\n") + 1
    assert all(1 <= claim.line <= lines for claim in read_claims(text).claims)


LINKED = """# Continuity

## Key Decisions

- Retry three times, see [the guide](docs/guide.md "how to") and ![a chart](chart.png) or [the wiki][w],
  cost < 5 % & more
  <!-- id: retry | created: 2026-01-01 | tier: active -->
"""


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    plan = {"commits": [{"date": "2026-01-01T10:00:00Z", "files": {"memory/continuity.md": LINKED, "src/a.py": "x"}}]}
    return build(tmp_path / "linked", json.dumps(plan))


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ('`retry` says "times, see the guide and a chart or the wiki, cost"', "holds"),
        ('`retry` says "see [the guide](docs/guide.md) and"', "holds"),
        ('`retry` says "[the guide](docs/guide.md"', "holds"),
        ('`retry` says "docs/guide.md"', "holds"),
        ('`retry` says "cost &lt; 5 % &amp; more"', "holds"),
        ('`retry` says "see the guides"', "contradicted"),
        ('`memory/continuity.md:5` says "see the guide and a chart"', "holds"),
        ('`memory/continuity.md:5` says "see the guide and no chart"', "contradicted"),
        ("`src/a.py` exists", "not-checked"),
        ("`src/b.py` does not exist", "not-checked"),
        ("`a.py` is gone", "not-checked"),
        ("`retry` depends on `src/a.py`", "not-checked"),
        ("the decision `src/a.py` exists", "contradicted"),
        ("`retries` exists", "contradicted"),
    ],
)
def test_links_and_paths_contradict_nothing(linked: Path, answer: Path, claim: str, verdict: str) -> None:
    found = verdicts(linked, answer, f"- Claim: {claim}\n")
    assert found == [verdict]


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("2 decisions", "1 decision"),
        ("1 decision", "1 decision"),
        ("2 decisions in force", "1 decision in force"),
        ("1 error", "0 errors"),
        ("3 commits", "1 commit"),
    ],
)
def test_numbers_are_told_in_good_english(linked: Path, answer: Path, claim: str, reason: str) -> None:
    (told,) = judged(linked, answer, f"Claim: {claim}")["claims"]
    assert told["reason"] == reason


def test_a_quote_of_very_many_parts_is_not_checked(example: Path, answer: Path) -> None:
    for number, verdict in ((19, "contradicted"), (20, "not-checked")):
        text = f'- Claim: `order-cutoff` says "{"orders ... " * number}zzz"\n'
        assert verdicts(example, answer, text) == [verdict]
