"""Where memories with an index are found, what is read of them, and what is said where something is missing."""

import subprocess
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.run_command import Outcome, build, check
from verify.git import process
from verify.graph.index.gates import begins_with_folder, matches_any

LOST = """
commits:
  - files:
      memory/MEMORY.md: "- [A](a.md)\\n- [B](b.md)\\n- [C](c.md)\\n"
      memory/a.md: "a\\n"
      memory/b.md: "b\\n"
"""
DANGLING = [("c.md", "memory/MEMORY.md", 3)]


def stores(outcome: Outcome) -> list[tuple[str, str]]:
    return [(store["format"], store["path"]) for store in outcome.report["stores"]]


def verdict(outcome: Outcome, name: str) -> tuple[str, str | None]:
    return next((c["verdict"], c["reason"]) for c in outcome.report["checked"] if c["check"] == name)


def test_all_stores_of_the_nearest_folder_are_read(tmp_path: Path) -> None:
    root = build(
        tmp_path,
        """
        commits:
          - files:
              MEMORY.md: "# Root\\n"
              shop/.claude/memory/MEMORY.md: "# Shop\\n"
              shop/memory/MEMORY.md: "# Shop\\n"
              shop/.serena/memories/oven.md: "Oven.\\n"
              shop/memory-bank/Brief.md: "# Brief\\n"
              shop/memory-bank/progress.md: "# Progress\\n"
              shop/src/oven.py: "1\\n"
        """,
    )
    inside = ["claude-memory", "claude-memory", "serena", "memory-bank"]
    for place in ("shop", "shop/src", "shop/memory", "shop/.claude/memory"):
        assert [form for form, _ in stores(check(root / place))] == inside, place
    assert stores(check(root)) == [("claude-memory", "MEMORY.md")]


def test_the_configuration_names_stores(tmp_path: Path) -> None:
    root = build(
        tmp_path,
        """
        commits:
          - files:
              verify.toml: 'memory = ["shop/memory-bank", "memory"]'
              MEMORY.md: "# Root\\n"
              memory/oven.md: "Oven.\\n"
              .serena/memories/oven.md: "Oven.\\n"
              shop/memory-bank/brief.md: "# Brief\\n"
              shop/memory-bank/progress.md: "# Progress\\n"
        """,
    )
    assert stores(check(root)) == [("memory-bank", "shop/memory-bank"), ("claude-memory", "memory")]


def test_a_named_folder_without_a_memory_is_an_error(tmp_path: Path) -> None:
    root = build(tmp_path, 'commits: [{files: {verify.toml: \'memory = "shop"\', MEMORY.md: "# Root\\n"}}]')
    assert check(root).status == 3


def test_without_git_the_root_is_found_and_what_needs_git_is_not_checked(tmp_path: Path) -> None:
    root = build(tmp_path / "w", LOST + "\ngit: false")
    (root / ".claude" / "rules").mkdir(parents=True)
    (root / ".claude" / "rules" / "r.md").write_text("---\npaths: web/**\n---\n")
    for place in (root, root / "memory"):
        outcome = check(place)
        assert outcome.findings("dangling-index-entry") == DANGLING
        assert verdict(outcome, "overwritten-daily-note")[0] == "not-checked"
        assert verdict(outcome, "dead-gate")[0] == "not-checked"


def test_a_revision_and_the_index_are_read_from_git(tmp_path: Path) -> None:
    root = build(tmp_path, LOST + "\nstaged: {files: {memory/c.md: 'c'}}\nworking: {delete: [memory/b.md]}")
    assert check(root, "--rev", "HEAD").findings("dangling-index-entry") == DANGLING
    assert check(root, "--staged").findings("dangling-index-entry") == []
    assert check(root).findings("dangling-index-entry") == [("b.md", "memory/MEMORY.md", 2)]


def test_a_link_out_of_the_repository_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n")
    text = "- [A](a.md)\\n- [B](../../secret.md)\\n- [C](out/secret.md)\\n"
    root = build(tmp_path / "w", f'commits: [{{files: {{memory/MEMORY.md: "{text}", memory/a.md: "a"}}}}]')
    (root / "memory" / "out").symlink_to(tmp_path)
    (root / "memory" / "linked.md").symlink_to(tmp_path / "secret.md")
    outcome = check(root)
    assert [subject for subject, _, _ in outcome.findings("dangling-index-entry")] == [
        "../../secret.md",
        "out/secret.md",
    ]
    assert outcome.findings("unreachable-memory") == []
    assert not outcome.report["problems"]


def test_case_counts_on_every_file_system(tmp_path: Path) -> None:
    root = build(tmp_path, 'commits: [{files: {memory/MEMORY.md: "- [A](A.md)\\n", memory/a.md: "a"}}]')
    with patch("os.path.lexists", return_value=True):
        assert check(root).findings("dangling-index-entry") == [("A.md", "memory/MEMORY.md", 1)]


def test_an_unreadable_file_makes_nothing_unreachable(tmp_path: Path) -> None:
    root = build(
        tmp_path,
        'commits: [{files: {memory/MEMORY.md: "- [A](a.md)\\n", memory/a.md: {base64: "//8="}, memory/b.md: "b\\n"}}]',
    )
    outcome = check(root)
    assert outcome.status == 3
    assert verdict(outcome, "unreachable-memory")[0] == "not-checked"


def test_too_many_brackets_are_a_problem(tmp_path: Path) -> None:
    files = 'memory/MEMORY.md: "# M\\n", memory/a.md: {repeat: "[", times: 100001}'
    root = build(tmp_path, f"commits: [{{files: {{{files}}}}}]")
    assert [problem["kind"] for problem in check(root).report["problems"]] == ["too-large"]


def test_a_shallow_clone_does_not_judge_notes(tmp_path: Path) -> None:
    root = build(tmp_path / "w", LOST)
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{root}", str(tmp_path / "s")], check=True)
    assert "shallow" in (verdict(check(tmp_path / "s"), "overwritten-daily-note")[1] or "")


def test_the_number_of_git_processes_does_not_grow(tmp_path: Path) -> None:
    def processes(count: int) -> int:
        names = [f"x{number}" for number in range(count)]
        text = "".join(f"- [{name}](gone/{name}.md)\\n" for name in names)
        notes = ", ".join(f"memory/2026-01-{number + 1:02}.md: 'x'" for number in range(min(count, 20)))
        files = f'memory/MEMORY.md: "{text}", {notes}'
        root = build(tmp_path / str(count), f"commits: [{{files: {{{files}}}}}]")
        with patch("verify.git.repository.run", wraps=process.run) as run:
            check(root, "--no-cache")
        return run.call_count

    assert processes(3) == processes(400)


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("web/**", "web/a/b.ts", True),
        ("web/**/*.ts", "web/b.ts", True),
        ("web", "web/b.ts", True),
        ("*.ts", "deep/down/b.ts", True),
        ("web/*.ts", "web/a/b.ts", False),
        ("**/a/**/c", "x/a/y/a/z/c", True),
        ("web/**", "website/b.ts", False),
        ("[ab].ts", "a.ts", True),
    ],
)
def test_patterns(pattern: str, path: str, fits: bool) -> None:
    assert matches_any([pattern], [path]) == fits


def test_what_begins_with_a_folder() -> None:
    assert [begins_with_folder(text) for text in ("web/**", "**/*.cs", "*.ts", "../x/**", "w*/x", "web")] == [
        *(True, False, False, False, False, False),
    ]


def test_many_stars_end() -> None:
    assert not matches_any(["/".join(["**", "a"] * 50) + "/c"], ["a/" * 200 + "b"])
    assert not matches_any(["*a" * 50 + "c"], ["a" * 200 + "b"])
