"""`verify replay` on planted repositories."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.run_command import build, verify
from verify.model.facts import Store, Tier
from verify.model.replay import Agreement

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "replay.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
SHOP = """
commits:
  - date: 2026-04-03T10:00:00Z
    sessions:
      2026-04-01-090000: [rye-loaf, oat-loaf, old-mill]
      2026-04-02-090000: [rye-loaf, oat-loaf]
      2026-04-03-090000: [rye-loaf]
    files:
      memory/continuity.md: |
        # Continuity

        ## Project State

        - **last_review:** 2026-04-02 | through 2026-04-02-090000

        ## Facts

        - Rye on Monday
          <!-- id: rye-loaf | created: 2026-03-01 | last_used: 2026-04-02 | uses: 2 | tier: active -->
        - Oats on Friday
          <!-- id: oat-loaf | created: 2026-03-01 | last_used: 2026-04-02 | uses: 7 | tier: working -->
        - Nobody uses this
          <!-- id: spelt-loaf -->
      memory/archive/2026-Q1.md: |
        - Flour from the old mill
          <!-- id: old-mill | uses: 9 | tier: archived -->
  - date: 2026-04-04T10:00:00Z
    sessions: {2026-04-04-090000: [oat-loaf]}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", SHOP)


def replay(root: Path, *arguments: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(verify("replay", root, "--format", "json", *arguments).stdout)
    VALIDATOR.validate(document)
    return document


def fields(document: dict[str, Any], name: str) -> list[tuple[Any, Any, str]]:
    (memory,) = document["memories"]
    fact = next(fact for fact in memory["facts"] if fact["id"] == name)
    named = (fact[key] for key in ("tier", "uses", "last_used"))
    return [(one["stored"], one["replayed"], one["agreement"]) for one in named]


def test_each_field_stands_beside_what_follows(shop: Path) -> None:
    document = replay(shop)
    assert fields(document, "rye-loaf") == [
        ("active", "active", "follows"),
        (2, 3, "behind"),
        ("2026-04-02", "2026-04-03", "behind"),
    ]
    assert fields(document, "oat-loaf") == [
        ("working", "active", "differs"),
        (7, 3, "differs"),
        ("2026-04-02", "2026-04-04", "behind"),
    ]
    assert fields(document, "spelt-loaf") == [
        (None, None, "left alone"),
        (None, 0, "left alone"),
        (None, None, "left alone"),
    ]
    assert fields(document, "old-mill")[:2] == [("archived", "archived", "left alone"), (9, 1, "left alone")]
    (memory,) = document["memories"]
    assert (memory["sessions"], memory["reviewed"], memory["through"]) == (4, 1, "2026-04-04-090000")
    assert document["differences"] == 1


def test_only_a_check_fails(shop: Path) -> None:
    assert verify("replay", shop).status == 0
    outcome = verify("replay", shop, "--check")
    assert outcome.status == 1
    assert outcome.stdout == (
        "memory  4 sessions, through 2026-04-04-090000; 1 before the last review\n"
        "\n"
        "live      tier              uses   last used\n"
        "oat-loaf  working → active  7 → 3  2026-04-02 → 2026-04-04  differs\n"
        "\n"
        "not checked: active decisions: there is no memory/ledger.jsonl\n"
        "1 of 3 live facts differs from the sessions\n"
    )


def test_a_ledger_is_never_passed_over_in_silence(shop: Path) -> None:
    (shop / "memory" / "ledger.jsonl").write_text("")
    (memory,) = replay(shop)["memories"]
    assert memory["decisions"] == {
        **{"checked": False, "reason": "memory/ledger.jsonl has no header of the native format"},
        **{"ledgers": [], "active": []},
    }


def test_an_older_revision_is_replayed_as_it_was(shop: Path) -> None:
    (memory,) = replay(shop, "--rev", "HEAD~1")["memories"]
    assert (memory["sessions"], memory["through"]) == (3, "2026-04-03-090000")


def test_a_sound_memory_passes(tmp_path: Path) -> None:
    sound = SHOP.replace("uses: 7 | tier: working", "uses: 2 | tier: active")
    outcome = verify("replay", build(tmp_path / "sound", sound), "--check")
    assert outcome.status == 0
    assert outcome.stdout.endswith("all that is stored follows from the sessions\n")


def test_a_session_of_the_future_takes_no_part(tmp_path: Path) -> None:
    future = SHOP + "  - date: 2026-04-05T10:00:00Z\n    sessions: {2027-01-01-090000: [spelt-loaf]}\n"
    root = build(tmp_path / "future", future)
    assert fields(replay(root), "spelt-loaf")[1] == (None, 0, "left alone")
    subprocess.run(["git", "-C", str(root), "clone", "-q", "--depth=1", f"file://{root}", "../cut"], check=True)
    outcome = verify("replay", tmp_path / "cut")
    assert outcome.status == 0
    assert "not checked: whether a session lies in the future: this clone is shallow" in outcome.stdout


@pytest.mark.parametrize("name", ["memory/sessions/2026-04-03-090000.md", "memory/decay-policy.md", "memory/extra.md"])
def test_what_cannot_be_read_makes_it_incomplete(shop: Path, name: str) -> None:
    (shop / name).write_bytes(b"\xff\xfe")
    outcome = verify("replay", shop, "--check")
    assert outcome.status == 3
    assert outcome.stdout.startswith(f"INCOMPLETE: {name} ")


def test_without_a_memory_or_with_a_wrong_option_it_is_one_line(tmp_path: Path, shop: Path) -> None:
    for status, arguments in ((3, [tmp_path]), (2, [shop, "--rev", "nowhere"]), (2, [shop, "--frob"])):
        outcome = verify("replay", *arguments)
        assert (outcome.status, outcome.stdout, outcome.stderr.count("\n")) == (status, "", 1)


def test_no_value_echoes_a_credential_or_a_command(tmp_path: Path) -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    text = SHOP.replace("spelt-loaf", token).replace("uses: 7", "uses: \\x1b[31m")
    root = build(tmp_path / "token", text)
    for form in ("text", "json"):
        said = verify("replay", root, "--format", form).stdout
        assert token not in said
        assert "\x1b" not in said


def test_a_file_is_written_or_refused(shop: Path, tmp_path: Path) -> None:
    assert verify("replay", shop, "-o", tmp_path / "replay.txt").stdout == ""
    assert (tmp_path / "replay.txt").read_text() == verify("replay", shop).stdout
    assert verify("replay", shop, "-o", tmp_path).status == 2


def test_the_schema_knows_every_word() -> None:
    definitions = SCHEMA["$defs"]
    assert {tier.value for tier in Tier} <= set(definitions["tier"]["enum"])
    assert {store.value for store in Store} == set(definitions["fact"]["properties"]["store"]["enum"])
    assert {one.value for one in Agreement} == set(definitions["field"]["properties"]["agreement"]["enum"])
