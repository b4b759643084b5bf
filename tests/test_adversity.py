"""Damaged repositories, odd checkouts and hostile names: nothing is called missing or clean by mistake."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.run_command import Outcome, build, check, verify

SHOP = """
commits:
  - date: 2026-03-01T10:00:00Z
    files:
      memory/continuity.md: "- One\\n  <!-- id: one-fact -->\\n- Two\\n  <!-- id: two-fact -->\\n"
      memory/archive/2026-Q1.md: "- Old\\n  <!-- id: old-fact | tier: archived -->\\n"
  - date: 2026-03-02T10:00:00Z
    files: {memory/continuity.md: "- Two\\n  <!-- id: two-fact -->\\n"}
"""
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", SHOP)


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def verdict(outcome: Outcome, name: str) -> str:
    return next(str(c["verdict"]) for c in outcome.report["checked"] if c["check"] == name)


@pytest.mark.parametrize("revision", ["HEAD", "HEAD~1"])
def test_a_commit_that_is_gone_leaves_history_unchecked(shop: Path, revision: str) -> None:
    commit = git(shop, "rev-parse", revision)
    _loosen(shop)
    (shop / ".git" / "objects" / commit[:2] / commit[2:]).unlink()
    outcome = check(shop, "--require", "history")
    assert (outcome.status, verdict(outcome, "lost-fact")) == (3, "not-checked")


def _loosen(folder: Path) -> None:
    for pack in (folder / ".git" / "objects" / "pack").glob("*.pack"):
        aside = folder.parent / pack.name
        pack.rename(aside)
        with aside.open("rb") as content:
            subprocess.run(["git", "-C", str(folder), "unpack-objects", "-q"], stdin=content, check=True)


def test_a_garbled_branch_leaves_history_unchecked(shop: Path) -> None:
    (shop / ".git" / "refs" / "heads" / "main").write_text("garbage\n")
    assert verdict(check(shop), "lost-fact") == "not-checked"


def test_a_sparse_checkout_loses_nothing(shop: Path) -> None:
    git(shop, "sparse-checkout", "set", "--no-cone", "/*", "!/memory/archive/")
    assert not (shop / "memory" / "archive").exists()
    outcome = check(shop)
    assert outcome.findings("lost-fact") == [("one-fact", None, None)]
    assert outcome.report["stores"][0]["archived"] == 1


def test_a_merge_under_way_is_no_state_to_be_committed(shop: Path) -> None:
    git(shop, "checkout", "-qb", "side", "HEAD~1")
    memory = shop / "memory" / "continuity.md"
    name = ("-c", "user.name=Dev", "-c", "user.email=dev@example.invalid")
    memory.write_text("- Three\n  <!-- id: three-fact -->\n")
    git(shop, *name, "commit", "-qam", "x")
    subprocess.run(["git", "-C", str(shop), *name, "merge", "-q", "main"], check=False, capture_output=True)
    outcome = check(shop, "--staged")
    assert outcome.status == 3
    assert [p["path"] for p in outcome.report["problems"]] == ["memory/continuity.md"]
    assert outcome.findings("lost-fact") == []


def test_windows_of_an_unreadable_policy_are_not_guessed(shop: Path) -> None:
    (shop / "memory" / "decay-policy.md").write_bytes(b"archive_window: 2\xff\n")
    outcome = check(shop)
    assert {verdict(outcome, name) for name in ("over-archived", "overdue", "stale-metadata")} == {"not-checked"}
    assert verdict(outcome, "split-fact") == "pass"


def test_a_memory_of_another_name_reads_what_lies_beside_it(tmp_path: Path) -> None:
    root = tmp_path / "r"
    for path, text in {
        "verify.toml": 'memory = ["mem"]\n',
        "mem/continuity.md": "## Project State\n\n- **vision:** vision.md\n",
        "mem/rules.md": "- A\n  <!-- id: a-b | serves: adr-0001 -->\n",
        "mem/vision.md": "# Vision\n",
        "docs/adr/0001.md": "# ADR-0001 — One\n",
        ".agent/version.md": "nothing\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    outcome = check(root)
    assert outcome.findings("dangling-link") == []
    assert outcome.findings("version-manifest") == [(".agent/version.md", ".agent/version.md", 1)]


def test_folders_that_lead_out_of_the_repository_are_not_entered(tmp_path: Path) -> None:
    outside = tmp_path / "out" / "adr"
    outside.mkdir(parents=True)
    (outside / "0001.md").write_text("# ADR-0001\n")
    root = build(
        tmp_path / "r", 'commits: [{files: {memory/continuity.md: "- A\\n  <!-- id: a-b | serves: adr-0001 -->"}}]'
    )
    (root / "docs").symlink_to(tmp_path / "out")
    assert check(root).findings("dangling-link") == [("a-b", "memory/continuity.md", 2)]


def test_no_secret_is_shown_wherever_it_stands(tmp_path: Path) -> None:
    root = tmp_path / "r"
    memory = root / "memory"
    (memory / "sessions").mkdir(parents=True)
    (memory / "continuity.md").write_text(
        f"- A\n  <!-- id: a-b | tier: x\u200b{TOKEN} -->\n{'x' * 430} {TOKEN}\n<<<<<<< {TOKEN}\n"
    )
    (memory / f"{TOKEN}.md").write_bytes(b"\xff")
    (memory / "sessions" / f"{TOKEN}.md").write_text("# S\n")
    ignore = f'[[ignore]]\ncheck = "conflict-marker"\nsubject = "memory/continuity.md"\nreason = "see {TOKEN}"\n'
    (root / "verify.toml").write_text(ignore)
    for form in ("text", "json"):
        outcome = verify("check", root, "--format", form)
        assert outcome.status == 3
        assert TOKEN[8:20] not in outcome.stdout + outcome.stderr


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--as-of", "9999-12-31"), 1),
        (("--as-of", "0001-01-01T00:00:00+14:00"), 2),
        (("--rev", ""), 2),
        (("--select", "overdue", "--ignore", "overdue"), 2),
    ],
)
def test_extreme_options_are_answered(shop: Path, arguments: tuple[str, ...], status: int) -> None:
    outcome = verify("check", shop, *arguments)
    assert outcome.status == status, outcome.stderr
    assert "internal error" not in outcome.stderr


@pytest.mark.parametrize("text", [f"x = {'[' * 3000}", f"[options.stale-invariant]\nevery = {'9' * 5000}"])
def test_extreme_configurations_are_refused_in_one_line(shop: Path, text: str) -> None:
    (shop / "verify.toml").write_text(text)
    outcome = verify("check", shop)
    assert (outcome.status, outcome.stderr.count("\n")) == (2, 1)
    assert outcome.stderr.startswith("verify: verify.toml: ")


def test_a_session_from_the_end_of_time_breaks_nothing(shop: Path) -> None:
    (shop / "memory" / "sessions").mkdir()
    (shop / "memory" / "sessions" / "9999-12-31-235959.md").write_text("# S\n")
    assert [p["kind"] for p in check(shop).report["problems"]] == []


def test_what_is_no_file_where_a_file_belongs_is_told(shop: Path) -> None:
    (shop / "memory" / "vision.md").mkdir()
    os.mkfifo(shop / "memory" / "rules.md")
    outcome = check(shop, "--no-history")
    assert outcome.status == 3
    told = [(p["kind"], p["path"]) for p in outcome.report["problems"]]
    assert told == [("unreadable", "memory/rules.md"), ("unreadable", "memory/vision.md")]


LOGS = """
commits:
  - date: 2026-03-01T10:00:00Z
    sessions: {2026-03-01-090000: []}
    files: {memory/continuity.md: "## Key Decisions\\n\\n- One\\n  <!-- id: one-fact -->\\n"}
  - date: 2026-03-02T10:00:00Z
    sessions: {2026-03-02-090000: []}
    files: {memory/continuity.md: "## Key Decisions\\n\\n- Two\\n  <!-- id: one-fact -->\\n"}
  - date: 2026-03-04T10:00:00Z
    replace: {memory/sessions/2026-03-01-090000.md: [["Routine work.", "Heroic work."]]}
"""


def test_a_log_that_is_missing_from_the_objects_is_no_crash(tmp_path: Path) -> None:
    root = build(tmp_path / "logs", LOGS)
    blob = git(root, "rev-parse", "HEAD~1:memory/sessions/2026-03-01-090000.md")
    _loosen(root)
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    outcome = check(root)
    assert outcome.report["problems"] == []
    assert verdict(outcome, "decision-drift") == "not-checked"
