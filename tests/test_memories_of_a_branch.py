"""A branch does not get rid of a memory that its base reads, and no date in the past revives an excuse."""

import os
from pathlib import Path

import pytest

from tests.run_command import check, verify
from tests.test_judge import BROKEN, IGNORE, MEMORY, NEW, branched, commit, run_git
from tests.test_what_a_branch_brings import FILE, FIRST
from verify.readers.topics.layout import INDEX

NOTES = {"agents/notes/continuity.md": MEMORY, "verify.toml": 'memory = ["memory", "agents/notes"]\n'}
DROPPED = {"verify.toml": 'memory = ["memory"]\n'}


def moved(root: Path, old: str, new: str, files: dict[str, str]) -> None:
    (root / new).parent.mkdir(parents=True, exist_ok=True)
    run_git(root, "mv", old, new)
    run_git(root, "commit", "-qm", "move")
    commit(root, files)


def lost(root: Path, *arguments: str) -> list[str]:
    report = check(root, "--since", "main", *arguments).report
    return [one["path"] for one in report["problems"] if one["kind"] == "lost-memory" and not one["suppressed"]]


def test_a_memory_is_followed_to_where_the_branch_moved_it(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", NOTES, {}, {"README.md": "y"})
    moved(root, "agents/notes", "agents/old", {**DROPPED, "agents/old/continuity.md": f"{MEMORY}- {FIRST}\n"})
    outcome = check(root, "--since", "main")
    assert outcome.findings("secret-material") == [("agents/old/continuity.md",) * 2 + (5,)]
    assert outcome.findings("dangling-link") == []
    assert outcome.status == 1


def test_a_memory_that_nobody_named_is_followed_too(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {}, {}, {"README.md": "y"})
    other = {"agents/clean/continuity.md": "# Continuity\n", "verify.toml": 'memory = ["agents/clean"]\n'}
    moved(root, "memory", "agents/old", {**other, "agents/old/continuity.md": f"{MEMORY}- {FIRST}\n"})
    assert len(check(root, "--since", "main").findings("secret-material")) == 1


def test_an_honest_move_of_a_named_memory_brings_nothing(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", NOTES, {}, {"README.md": "y"})
    moved(root, "agents/notes", "agents/old", {"verify.toml": 'memory = ["memory", "agents/old"]\n'})
    outcome = check(root, "--since", "main")
    assert (outcome.status, outcome.report["problems"], outcome.findings("dangling-link")) == (0, [], [])


@pytest.mark.parametrize(
    "gone",
    [
        {"agents/notes/continuity.md": None},
        {"agents/notes/continuity.md": None, "agents/notes.md": MEMORY},
    ],
)
def test_a_memory_that_is_gone_is_a_problem(tmp_path: Path, gone: dict[str, str | None]) -> None:
    root = branched(tmp_path / "r", NOTES, {}, {**gone, **DROPPED})
    assert check(root, "--since", "main").status == 3
    assert lost(root) == ["agents/notes"]


def test_a_memory_that_the_base_dropped_or_accepts_to_be_lost_is_none(tmp_path: Path) -> None:
    gone = {"agents/notes/continuity.md": None, **DROPPED}
    assert lost(branched(tmp_path / "dropped", NOTES, gone, gone)) == []
    accepts = '[[ignore]]\ncheck = "lost-memory"\npath = "agents/notes"\nreason = "agreed"\n'
    root = branched(tmp_path / "accepted", {**NOTES, "verify.toml": NOTES["verify.toml"] + accepts}, {}, gone)
    assert lost(root) == []


def test_a_nearer_memory_loses_none(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {"shop/x": "x"}, {}, {"shop/memory/continuity.md": "# Continuity\n"})
    outcome = check(root / "shop", "--since", "main")
    assert (outcome.status, outcome.report["problems"]) == (0, [])


@pytest.mark.parametrize("later", [{}, {"README.md": "later"}])
def test_a_date_in_the_past_revives_no_ignore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: dict[str, str | None]
) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-07-01T00:00:00Z")
    expired = IGNORE.format("new-fact") + "until = 2026-06-01\n"
    root = branched(tmp_path / "r", {"verify.toml": expired}, later, NEW)
    assert check(root, "--since", "main").status == 1
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-05-01T00:00:00Z")
    run_git(root, "commit", "-q", "--amend", "--no-edit")
    assert check(root, "--since", "main").findings("dangling-link") == [("new-fact", FILE, 6)]


def test_a_fact_of_a_moved_memory_is_still_compared(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", NOTES, {}, {"README.md": "y"})
    moved(root, "agents/notes", "agents/old", {**DROPPED, "agents/old/continuity.md": MEMORY + BROKEN.format("b")})
    assert [subject for subject, _, _ in check(root, "--since", "main").findings("dangling-link")] == ["b"]


@pytest.mark.parametrize("option", ["--baseline", "--config"])
def test_a_pipe_is_refused_at_once(tmp_path: Path, option: str) -> None:
    root = branched(tmp_path / "r", {}, {}, {"README.md": "y"})
    os.mkfifo(tmp_path / "pipe")
    outcome = verify("check", root, option, tmp_path / "pipe")
    assert outcome.status == 2
    assert outcome.stderr.endswith("pipe: is no regular file\n")


POLICY = "# Decay policy\n\n- active_window: {}\n- archive_window: 30\n"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (POLICY.format(2), POLICY.format(900), "memory/decay-policy.md: active_window 2 -> 900"),
        (POLICY.format(2), "# Decay policy\n", "memory/decay-policy.md: active_window 2 -> 8"),
        ("# Decay policy\n", POLICY.format(9), "active_window 8 -> 9, archive_window 20 -> 30"),
        (POLICY.format(9), POLICY.format(2), None),
        (POLICY.format(9), POLICY.format(9) + "\nWhy: because\n", None),
    ],
)
def test_a_policy_that_the_branch_loosened_is_told(tmp_path: Path, before: str, after: str, told: str | None) -> None:
    policy = "memory/decay-policy.md"
    root = branched(tmp_path / "r", {policy: before}, {}, {policy: after})
    said = check(root, "--since", "main").report["judged_by"]
    assert told in said if told else said is None
    if told:
        assert told in " ".join(verify("check", root, "--since", "main").stdout.split())
        commit(root, {"verify.toml": "fail-on = 'warning'\n"})
        assert told in check(root, "--since", "main").report["judged_by"]
        assert check(root, "--since", "main").report["judged_by"].startswith("the defaults, since main (")


def test_a_workspace_at_the_root_can_move(tmp_path: Path) -> None:
    index = '{"topics": []}'
    root = branched(tmp_path / "r", {INDEX: index}, {}, {"README.md": "y"})
    assert "." in [store["path"] for store in check(root).report["stores"]]
    moved(root, INDEX, f"work/{INDEX}", {"verify.toml": 'memory = ["memory", "work"]\n'})
    assert lost(root) == []
    commit(root, {f"work/{INDEX}": None, "verify.toml": ""})
    assert lost(root) == ["."]
