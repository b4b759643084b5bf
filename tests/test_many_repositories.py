"""Submodules, several memories in one repository, half clones with --since, and other hash algorithms."""

import subprocess
from pathlib import Path

import pytest

from tests.run_command import Outcome, build, check, verify

NAME = ("-c", "user.name=Dev", "-c", "user.email=dev@example.invalid", "-c", "protocol.file.allow=always")
SHOP = """
commits:
  - date: 2026-03-01T10:00:00Z
    files: {memory/continuity.md: "- One\\n  <!-- id: one-fact -->\\n- Two\\n  <!-- id: two-fact -->\\n"}
  - date: 2026-03-02T10:00:00Z
    files: {memory/continuity.md: "- Two\\n  <!-- id: two-fact -->\\n"}
"""
LOST = [("one-fact", None, None)]


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *NAME, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def verdict(outcome: Outcome, name: str) -> tuple[str, str | None]:
    return next((c["verdict"], c["reason"]) for c in outcome.report["checked"] if c["check"] == name)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", SHOP)


@pytest.fixture
def whole(shop: Path, tmp_path: Path) -> Path:
    """A project that has the shop as a submodule."""
    root = build(tmp_path / "whole", 'commits: [{files: {README.md: "# Whole\\n"}}]')
    git(root, "submodule", "--quiet", "add", str(shop), "parts/shop")
    git(root, "commit", "-qm", "add")
    return root


def test_a_submodule_has_a_history_of_its_own(whole: Path) -> None:
    outcome = check(whole / "parts" / "shop")
    assert outcome.findings("lost-fact") == LOST
    assert outcome.report["stores"][0]["path"] == "memory"
    assert outcome == check(whole / "parts" / "shop", "--no-cache")
    assert (whole / ".git" / "modules" / "parts" / "shop" / "verify" / "history.sqlite").exists()
    assert not (whole / ".git" / "verify").exists()
    assert git(whole, "status", "--porcelain", "--ignored", "--ignore-submodules=none") == ""


def test_the_project_around_a_submodule_is_another_repository(whole: Path) -> None:
    outcome = verify("check", whole)
    assert (outcome.status, outcome.stdout) == (3, "")
    assert outcome.stderr.startswith("verify: no memory found at .")


def test_a_worktree_of_a_submodule_is_read(whole: Path, tmp_path: Path) -> None:
    git(whole / "parts" / "shop", "worktree", "add", "-q", "--detach", str(tmp_path / "tree"), "HEAD")
    for _ in range(2):
        assert check(tmp_path / "tree").findings("lost-fact") == LOST
    assert (whole / ".git" / "modules" / "parts" / "shop" / "verify" / "history.sqlite").exists()


@pytest.mark.parametrize("place", ["memory", "parts/shop"])
def test_a_memory_inside_a_submodule_has_no_history_in_the_project_around_it(
    shop: Path, tmp_path: Path, place: str
) -> None:
    root = build(tmp_path / "around", f'commits: [{{files: {{verify.toml: "memory = [\\"{place}/memory\\"]\\n"}}}}]')
    if place == "memory":
        git(shop, "mv", "memory/continuity.md", "continuity.md")
        git(shop, "commit", "-qm", "move")
        (root / "verify.toml").unlink()
    git(root, "submodule", "--quiet", "add", str(shop), place)
    git(root, "commit", "-qam", "add")
    outcome = check(root)
    told = f"{place} is a repository of its own, whose history is not read from here"
    assert verdict(outcome, "lost-fact") == ("not-checked", told)
    assert verdict(outcome, "split-fact") == ("pass", None)
    assert check(root, "--require", "history").status == 3


MANY = """
commits:
  - date: 2026-03-01T10:00:00Z
    files:
      memory/continuity.md: "- One\\n  <!-- id: one-fact -->\\n"
      parts/shop/memory/continuity.md: "- Two\\n  <!-- id: two-fact -->\\n"
      parts/bank/memory/continuity.md: "- Three\\n  <!-- id: three-fact -->\\n"
      parts/bank/src/code.py: "x = 1\\n"
  - date: 2026-03-02T10:00:00Z
    files:
      memory/continuity.md: "# Nothing\\n"
      parts/shop/memory/continuity.md: "# Nothing\\n"
      parts/bank/memory/continuity.md: "# Nothing\\n"
"""
ALL = ["memory", "parts/bank/memory", "parts/shop/memory"]


@pytest.fixture
def many(tmp_path: Path) -> Path:
    return build(tmp_path / "many", MANY)


def stores(outcome: Outcome) -> list[tuple[str, bool]]:
    return [(store["path"], store["checked"]) for store in outcome.report["stores"]]


@pytest.mark.parametrize(
    ("place", "nearest", "lost"),
    [
        (".", "memory", "one-fact"),
        ("parts", "memory", "one-fact"),
        ("parts/shop", "parts/shop/memory", "two-fact"),
        ("parts/bank/src", "parts/bank/memory", "three-fact"),
        ("parts/bank/memory", "parts/bank/memory", "three-fact"),
    ],
)
@pytest.mark.parametrize("arguments", [(), ("--staged",)])
def test_the_nearest_of_several_memories_is_checked(
    many: Path, place: str, nearest: str, lost: str, arguments: tuple[str, ...]
) -> None:
    outcome = check(many / place, *arguments)
    assert stores(outcome) == [(nearest, True), *((path, False) for path in ALL if path != nearest)]
    assert "checked" in outcome.report["stores"][1]
    if not arguments:
        assert outcome.findings("lost-fact") == [(lost, None, None)]


def test_the_configuration_names_several_memories(many: Path) -> None:
    (many / "verify.toml").write_text('memory = ["parts/shop/memory", "memory"]\n')
    for place in (".", "parts/bank/src"):
        outcome = check(many / place)
        assert stores(outcome) == [("parts/shop/memory", True), ("memory", True), ("parts/bank/memory", False)]
        assert sorted(outcome.findings("lost-fact")) == [("one-fact", None, None), ("two-fact", None, None)]
        assert outcome == check(many / place, "--no-cache")
    (many / "verify.toml").write_text('memory = ["parts/none/memory"]\n')
    assert verify("check", many).status == 3


def test_the_history_of_an_id_is_found_in_any_memory_that_is_named(many: Path) -> None:
    (many / "verify.toml").write_text(f"memory = {ALL}\n")
    for name, path in (("two-fact", "parts/shop/memory"), ("three-fact", "parts/bank/memory")):
        outcome = verify("history", name, many)
        assert outcome.status == 0
        assert f"{path}/continuity.md" in outcome.stdout


@pytest.fixture
def served(shop: Path) -> Path:
    git(shop, "config", "uploadpack.allowFilter", "true")
    git(shop, "checkout", "-qb", "side")
    (shop / "memory" / "rules.md").write_text("- Rule\n  <!-- id: a-rule | serves: no-where -->\n")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "rules")
    return shop


def half(folder: Path, served: Path, *options: str) -> Path:
    git(folder, "clone", "-q", *options, f"file://{served}", "half")
    return folder / "half"


@pytest.mark.parametrize("arguments", [(), ("--rev", "HEAD")])
@pytest.mark.parametrize("filtered", ["blob:none", "tree:0"])
def test_a_partial_clone_is_compared_as_far_as_it_goes(
    served: Path, tmp_path: Path, filtered: str, arguments: tuple[str, ...]
) -> None:
    clone = half(tmp_path, served, f"--filter={filtered}")
    before = sorted((clone / ".git").rglob("*"))
    # Of the base only its tree is missing, or nothing: the one file that it has is that of HEAD.
    outcome = check(clone, "--since", "origin/main", *arguments)
    if filtered == "blob:none":
        assert outcome.status == 1
        assert outcome.findings("dangling-link") == [("a-rule", "memory/rules.md", 2)]
        assert verdict(outcome, "lost-fact")[0] == "not-checked"
    else:
        assert (outcome.status, outcome.stdout, outcome.stderr.count("\n")) == (3, "", 1)
    same = check(clone, "--since", "HEAD", *arguments)
    assert (same.status, verdict(same, "lost-fact")[0]) == (0, "not-checked")
    assert sorted((clone / ".git").rglob("*")) == before


@pytest.mark.parametrize("arguments", [(), ("--rev", "HEAD")])
def test_a_base_that_is_missing_from_a_partial_clone_is_told_in_one_line(
    served: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (served / "memory" / "continuity.md").write_text("- Two, and more\n  <!-- id: two-fact -->\n")
    git(served, "commit", "-qam", "more")
    clone = half(tmp_path, served, "--filter=blob:none")
    before = sorted((clone / ".git").rglob("*"))
    outcome = check(clone, "--since", "origin/main", *arguments)
    assert (outcome.status, outcome.stdout) == (3, "")
    assert outcome.stderr.count("\n") == 1
    assert "is missing from this clone" in outcome.stderr
    assert sorted((clone / ".git").rglob("*")) == before


def test_a_shallow_clone_has_no_state_to_compare_with(served: Path, tmp_path: Path) -> None:
    git(served, "checkout", "-q", "main")
    git(served, "commit", "-q", "--allow-empty", "-m", "more")
    clone = half(tmp_path, served, "--depth", "1", "--no-single-branch")
    outcome = verify("check", clone, "--since", "origin/side")
    assert (outcome.status, outcome.stdout) == (3, "")
    told = "the two have no common ancestor in this clone; if it is shallow, fetch the rest"
    assert outcome.stderr == f"verify: {told}\n"
    # The base is there, but nothing before it.
    outcome = check(clone, "--since", "HEAD")
    assert outcome.status == 0
    assert verdict(outcome, "lost-fact")[0] == "not-checked"


def test_a_sha256_repository_is_compared_with_where_it_left(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256", "-b", "main")
    memory = tmp_path / "memory" / "continuity.md"
    memory.parent.mkdir()
    for branch, text in (("main", "# Continuity\n"), ("side", "- a\n  <!-- id: a-b | serves: no-where -->\n")):
        memory.write_text(text)
        git(tmp_path, "checkout", "-q", "-B", branch)
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-qm", branch)
    (memory.parent / "rules.md").write_text("- c\n  <!-- id: c-d | serves: gone-too -->\n")
    for _ in range(2):
        outcome = check(tmp_path, "--since", "main")
        assert sorted(outcome.findings("dangling-link")) == [
            ("a-b", "memory/continuity.md", 2),
            ("c-d", "memory/rules.md", 2),
        ]
        assert outcome == check(tmp_path, "--since", "main", "--no-cache")
    assert check(tmp_path, "--since", "side").findings("dangling-link") == [("c-d", "memory/rules.md", 2)]
