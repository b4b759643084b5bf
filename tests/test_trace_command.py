"""`verify trace`: the way up to the vision and down to the work, on planted repositories."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.run_command import Outcome, build, check, verify
from verify.model.trace import Link, StepKind

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "trace.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
SHOP = """
commits:
  - date: 2026-03-01T10:00:00Z
    sessions: {2026-03-01-090000: ["Created: own-mill, bp-flour"]}
    files:
      mill.txt: "one stone\\n"
      memory/vision.md: |
        # Vision

        > <!-- id: vision-bakery | created: 2026-03-01 | tier: core -->

        Bread for the whole quarter before seven.
      memory/continuity.md: |
        # Continuity

        ## Key Decisions

        - **Rye** is ground in the shop, see `mill.txt`
          <!-- id: own-mill | realizes: bp-flour -->
        - Prices end in zero
          <!-- id: round-prices | serves: own-mill -->
        - Salt from the sea
          <!-- id: sea-salt | serves: vision-bakry -->

        ## Open Threads

        - [ ] (blueprint) Flour of our own → serves: vision-bakery
          <!-- id: bp-flour -->
        - [ ] (blueprint) A bicycle
          <!-- id: bp-bicycle -->
        - [ ] (blueprint) Round → serves: bp-about
          <!-- id: bp-round -->
        - [ ] (blueprint) About → serves: bp-round
          <!-- id: bp-about -->
  - date: 2026-03-02T10:00:00Z
    message: "A second stone\\n\\nRealizes: own-mill\\nServes: bp-flower"
    tag: stone
    files: {mill.txt: "two stones\\n"}
  - date: 2026-03-03T10:00:00Z
    sessions: {2026-03-03-090000: [own-mill]}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", SHOP)


def trace(root: Path, name: str, *arguments: str) -> dict[str, Any]:
    outcome = verify("trace", name, root, "--format", "json", *arguments)
    assert outcome.status == 0, outcome.stderr
    document: dict[str, Any] = json.loads(outcome.stdout)
    VALIDATOR.validate(document)
    (found,) = document["traces"]
    return dict(found)


def way(steps: list[dict[str, Any]]) -> list[Any]:
    """Return links and names, with what stands below."""
    return [
        (f"{step['link']} {step['name']}", *([step["broken"]] if step["broken"] else []), *way(step["steps"]))
        for step in steps
    ]


def commit(root: Path, revision: str) -> str:
    told = subprocess.run(["git", "-C", str(root), "rev-parse", revision], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def test_a_decision_is_traced_up_and_down(shop: Path) -> None:
    found = trace(shop, "own-mill")
    stone, first, last = (commit(shop, name) for name in ("stone", "stone~1", "HEAD"))
    assert found["title"] == "Rye is ground in the shop, see mill.txt"
    assert found["reaches_vision"]
    assert way(found["up"]) == [("realizes bp-flour", ("serves vision-bakery",))]
    assert way(found["down"]) == [
        ("served by round-prices",),
        (f"named by the trailer of {stone}", ("changes mill.txt",)),
        ("referenced by 2026-03-03-090000", (f"with {last}",), (f"with {stone}",)),
        ("referenced by 2026-03-01-090000", (f"with {first}", ("changes mill.txt",))),
    ]


@pytest.mark.parametrize(
    ("name", "up"),
    [
        ("round-prices", [("serves own-mill", "is no blueprint and no vision")]),
        ("sea-salt", [("serves vision-bakry", "is no id; did you mean vision-bakery?")]),
        ("bp-round", [("serves bp-about", ("serves bp-round", "leads back to itself"))]),
        ("bp-bicycle", []),
    ],
)
def test_a_broken_link_is_marked_where_it_breaks(shop: Path, name: str, up: list[Any]) -> None:
    found = trace(shop, name)
    assert not found["reaches_vision"]
    assert way(found["up"]) == up


def test_a_file_is_traced_to_the_decisions_that_govern_it(shop: Path) -> None:
    stone, first = commit(shop, "stone"), commit(shop, "stone~1")
    assert way(trace(shop, "mill.txt")["up"]) == [
        ("named by own-mill", ("realizes bp-flour", ("serves vision-bakery",))),
        (
            f"changed by {stone}",
            ("realizes own-mill",),
            ("serves bp-flower", "was no id in that commit; did you mean bp-flour?"),
            ("logged by 2026-03-03-090000", ("references own-mill",)),
        ),
        (f"changed by {first}", ("logged by 2026-03-01-090000", ("references bp-flour",), ("references own-mill",))),
    ]


def test_a_commit_and_a_session_are_traced(shop: Path) -> None:
    stone = commit(shop, "stone")
    found = trace(shop, "stone")
    assert (found["kind"], found["name"], found["title"], found["standing"]) == (
        *("commit", stone, "A second stone", "2026-03-02"),
    )
    assert way(found["down"]) == [("changes mill.txt",)]
    session = trace(shop, "memory/sessions/2026-03-03-090000.md")
    assert (session["kind"], session["name"]) == ("session", "2026-03-03-090000")
    assert [step["name"] for step in session["down"]] == [commit(shop, "HEAD"), stone]


def test_an_origin_leads_up_where_nothing_is_served(tmp_path: Path) -> None:
    text = SHOP.replace("own-mill | realizes: bp-flour", "own-mill | origin: 2026-03-01-090000")
    found = trace(build(tmp_path / "origin", text), "own-mill")
    assert way(found["up"]) == [("came from 2026-03-01-090000", ("references bp-flour", ("serves vision-bakery",)))]


def test_a_decision_record_is_traced_through_what_it_formalizes(tmp_path: Path) -> None:
    text = SHOP.replace("Realizes: own-mill\\nServes: bp-flower", "Decision: adr-0001")
    record = "# 1. A mill\\n\\n<!-- id: adr-0001 | status: accepted | formalizes: own-mill, old-mill -->\\n"
    text += f'    files: {{docs/adr/0001-a-mill.md: "{record}"}}\n'
    root = build(tmp_path / "record", text)
    mill = ("formalizes own-mill", ("realizes bp-flour", ("serves vision-bakery",)))
    missing = ("formalizes old-mill", "is no id; did you mean own-mill?")
    assert way(trace(root, "ADR-0001")["up"]) == [mill, missing]
    assert way(trace(root, "stone")["up"])[0] == ("decides adr-0001", mill, missing)
    assert ("formalized by adr-0001",) in way(trace(root, "own-mill")["down"])


def test_anchors_are_told_from_both_sides(tmp_path: Path) -> None:
    text = SHOP.replace("own-mill | realizes", "own-mill | anchors: mill.txt, src/mill.py#grind | realizes")
    root = build(tmp_path / "anchored", text)
    down = way(trace(root, "own-mill")["down"])
    assert ("anchored in mill.txt",) in down
    assert ("anchored in src/mill.py#grind", "does not exist in this repository") in down
    assert way(trace(root, "mill.txt")["up"])[0] == (
        "anchored by own-mill",
        ("realizes bp-flour", ("serves vision-bakery",)),
    )


def test_an_older_revision_is_traced_as_it_was(shop: Path) -> None:
    found = trace(shop, "own-mill", "--rev", "stone~1")
    assert [step["name"] for step in found["down"] if step["kind"] == "session"] == ["2026-03-01-090000"]


def test_an_unknown_name_is_one_line(shop: Path) -> None:
    outcome = verify("trace", "own-mil", shop)
    assert (outcome.status, outcome.stdout) == (2, "")
    expected = "verify: 'own-mil' is no id, no file of this repository or its history, and no commit; did you mean "
    expected += "'own-mill'?\n"
    assert outcome.stderr == expected


def test_what_is_gone_and_what_is_new_is_told(shop: Path) -> None:
    git = ["git", "-C", str(shop)]
    subprocess.run([*git, "rm", "-qr", "memory/vision.md"], check=True)
    subprocess.run([*git, "commit", "-qm", "Drop it"], check=True)
    assert "`verify history vision-bakery` tells what became of it" in verify("trace", "vision-bakery", shop).stderr
    (shop / "new.txt").write_text("new\n")
    assert trace(shop, "new.txt")["up"] == []
    assert verify("trace", "mill.tx", shop).status == 2


def test_an_origin_that_is_no_session_is_broken(tmp_path: Path) -> None:
    text = SHOP.replace("own-mill | realizes", "own-mill | origin: 2026-02-01-090000 | realizes")
    found = way(trace(build(tmp_path / "origin", text), "own-mill")["up"])
    assert found == [
        ("realizes bp-flour", ("serves vision-bakery",)),
        ("came from 2026-02-01-090000", "is no session"),
    ]


def test_finished_work_keeps_the_vision_of_its_time(tmp_path: Path) -> None:
    text = SHOP.replace(
        "- [ ] (blueprint) Flour of our own → serves: vision-bakery", "- [x] (blueprint) Flour → serves: vision-old"
    )
    text = text.replace(
        "        # Continuity\n", "        # Continuity\n\n        - Old\n          <!-- id: note -->\n", 1
    )
    text += """    files:
      memory/archive/2026-Q1.md: |
        # Archive

        - Old bread
          <!-- id: vision-old | tier: superseded | superseded-by: vision-bakery -->
"""
    root = build(tmp_path / "old", text)
    assert check(root, "--select", "broken-trace").findings("broken-trace")[0][0] != "own-mill"
    for name in ("own-mill", "bp-flour"):
        assert trace(root, name)["reaches_vision"], name


def test_supersession_is_told_from_both_sides(tmp_path: Path) -> None:
    text = SHOP.replace("round-prices | serves: own-mill", "round-prices | tier: superseded | superseded-by: sea-salt")
    root = build(tmp_path / "superseded", text)
    assert way(trace(root, "round-prices")["up"])[0][0] == "superseded by sea-salt"
    assert ("supersedes round-prices",) in way(trace(root, "sea-salt")["down"])


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "--help-me", "", "x" * 5000, "a\nb", "HEAD:mill.txt"])
def test_a_strange_name_is_one_line(shop: Path, name: str) -> None:
    outcome = verify("trace", "--", name, shop)
    assert outcome.status == 2
    assert outcome.stderr.count("\n") == 1


def test_without_history_the_rest_is_told(tmp_path: Path) -> None:
    outcome = verify("trace", "own-mill", build(tmp_path / "plain", "git: false\n" + SHOP))
    assert outcome.status == 3
    assert outcome.stdout.startswith("INCOMPLETE: this folder is in no git repository\n")
    assert "serves vision-bakery" in outcome.stdout


def test_a_very_long_chain_is_cut_and_not_a_crash(tmp_path: Path) -> None:
    items = "".join(f"- [ ] (blueprint) x → serves: bp-{n + 1}\n  <!-- id: bp-{n} -->\n" for n in range(3000))
    root = build(tmp_path / "long", "git: false\ncommits:\n  - files: {memory/continuity.md: ''}\n")
    (root / "memory" / "continuity.md").write_text(items)
    for name in ("bp-0", "bp-2999"):
        outcome = verify("trace", name, root)
        assert outcome.status == 3
        assert "(goes on)" in outcome.stdout


def test_the_text_says_what_breaks(shop: Path) -> None:
    text = verify("trace", "sea-salt", shop).stdout
    assert text == (
        "sea-salt  decision, live  memory/continuity.md:10:3\n"
        "Salt from the sea\n"
        "\n"
        "up to the vision\n"
        "└─ serves vision-bakry  BROKEN: is no id; did you mean vision-bakery?\n"
        "it reaches no vision\n"
    )


def test_long_lists_are_cut_unless_all_are_asked_for(tmp_path: Path) -> None:
    sessions = "".join(
        f"  - {{date: 2026-04-{day:02}T10:00:00Z, sessions: {{2026-04-{day:02}-090000: [own-mill]}}}}\n"
        for day in range(1, 12)
    )
    root = build(tmp_path / "many", SHOP + sessions)
    assert "... and 5 more referenced by (--all)" in verify("trace", "own-mill", root).stdout
    assert "(--all)" not in verify("trace", "own-mill", root, "--all").stdout


def test_no_step_echoes_a_credential_or_a_command(tmp_path: Path) -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    text = SHOP.replace("Salt from the sea", f"Salt {token}").replace("A second stone", f"\\e[31m {token}")
    root = build(tmp_path / "token", text)
    for name in ("sea-salt", "own-mill"):
        for form in ("text", "json"):
            said: Outcome = verify("trace", name, root, "--format", form)
            assert token not in said.stdout
            assert "\x1b" not in said.stdout


def test_a_file_is_written_or_refused(shop: Path, tmp_path: Path) -> None:
    assert verify("trace", "own-mill", shop, "-o", tmp_path / "trace.txt").stdout == ""
    assert (tmp_path / "trace.txt").read_text().startswith("own-mill  decision, live")
    assert verify("trace", "own-mill", shop, "-o", tmp_path).status == 2


def test_the_schema_knows_every_kind_and_link() -> None:
    assert {kind.value for kind in StepKind} <= set(SCHEMA["$defs"]["kind"]["enum"])
    assert {link.value for link in Link} <= set(SCHEMA["$defs"]["link"]["enum"])
