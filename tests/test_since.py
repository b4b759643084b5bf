"""Only what a change introduces is blamed on it: branches against where they left, the index against HEAD."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.run_command import build, check, verify

BRANCHES = """
commits:
  - date: 2026-03-01T10:00:00Z
    files:
      memory/rules.md: |
        # Rules

        - Spaces
          <!-- id: space-width | serves: not-here -->
      memory/continuity.md: |
        # Continuity

        ## Conventions

        - Tabs
          <!-- id: tab-width | serves: no-where -->
        - Short names
          <!-- id: short-names | serves: nothing-there -->

        ## What's Been Built

        - One queue
          <!-- id: queue-choice -->
  - date: 2026-03-02T10:00:00Z
    branch: side
    replace:
      memory/continuity.md:
        - ["- One queue", "- The page limit\\n  <!-- id: page-limit | serves: gone-goal -->\\n- One queue"]
  - date: 2026-03-03T10:00:00Z
    branch: main
    replace: {memory/continuity.md: [[" | serves: no-where", ""]]}
"""


@pytest.fixture
def branches(tmp_path: Path) -> Path:
    root = build(tmp_path / "branches", BRANCHES)
    subprocess.run(["git", "-C", str(root), "checkout", "-q", "side"], check=True)
    return root


def test_a_branch_is_blamed_for_what_it_brought_only(branches: Path) -> None:
    outcome = check(branches, "--since", "main")
    assert outcome.findings("dangling-link") == [("page-limit", "memory/continuity.md", 13)]
    assert outcome.report["summary"]["existing"] == 4
    assert len(check(branches).findings("dangling-link")) == 4


def test_every_run_about_a_change_says_since_when(branches: Path) -> None:
    command = ["git", "-C", str(branches), "merge-base", "main", "HEAD"]
    base = subprocess.run(command, check=True, capture_output=True, text=True).stdout[:8]
    for revision in ("main", "main~0"):
        assert check(branches, "--since", revision).report["since"] == f"{revision} ({base})"
    assert f" · only what came since main ({base}) · " in verify("check", branches, "--since", "main").stdout
    assert check(branches, "--staged").report["since"] == "HEAD"
    assert check(branches).report["since"] is None


def test_before_the_first_commit_there_is_only_a_name(branches: Path) -> None:
    subprocess.run(["git", "-C", str(branches), "checkout", "-q", "--orphan", "fresh"], check=True)
    assert check(branches, "--since", "main").report["since"] == "main"
    assert check(branches, "--staged").report["since"] == "HEAD"


def test_what_the_base_repaired_since_is_not_blamed_on_the_branch(branches: Path) -> None:
    assert ("tab-width", "memory/continuity.md", 6) not in check(branches, "--since", "main").findings("dangling-link")


def test_a_branch_that_repairs_is_not_blocked(branches: Path) -> None:
    memory = branches / "memory" / "continuity.md"
    memory.write_text(memory.read_text().replace(" | serves: gone-goal", "").replace(" | serves: no-where", ""))
    outcome = check(branches, "--since", "main")
    assert (outcome.status, outcome.report["findings"]) == (0, [])


def test_a_renamed_file_brings_no_finding_of_its_own(branches: Path) -> None:
    (branches / "memory" / "continuity.md").write_text(
        (branches / "memory" / "continuity.md").read_text().replace(" | serves: gone-goal", "")
    )
    for command in (["mv", "memory/rules.md", "memory/notes.md"], ["commit", "-qam", "rename"]):
        name = ["-c", "user.name=Dev", "-c", "user.email=dev@example.invalid"]
        subprocess.run(["git", "-C", str(branches), *name, *command], check=True)
    assert check(branches, "--since", "main").findings("dangling-link") == []


BOTH = """
commits:
  - date: 2026-03-01T10:00:00Z
    files: {memory/continuity.md: "# Continuity\\n", memory/rules.md: "# Rules\\n"}
  - date: 2026-03-02T10:00:00Z
    branch: side
    files: {memory/rules.md: "# Rules\\n\\n- Retry five times\\n  <!-- id: retry-policy -->\\n"}
  - date: 2026-03-03T10:00:00Z
    branch: main
    files: {memory/continuity.md: "# Continuity\\n\\n- Retry three times\\n  <!-- id: retry-policy -->\\n"}
"""


def test_an_id_that_both_sides_created_is_found_before_the_merge(tmp_path: Path) -> None:
    root = build(tmp_path / "both", BOTH)
    objects = sorted((root / ".git" / "objects").rglob("*"))
    outcome = check(root, "--since", "side")
    assert outcome.findings("duplicate-id") == [("retry-policy", "memory/rules.md", 4)]
    assert sorted((root / ".git" / "objects").rglob("*")) == objects
    assert check(root).findings("duplicate-id") == []


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("--since", "nothing"), 2), (("--since", "main", "--staged"), 2), (("--since", "side"), 1)],
)
def test_mistakes_and_the_branch_itself(branches: Path, arguments: tuple[str, ...], status: int) -> None:
    outcome = verify("check", branches, *arguments)
    if arguments == ("--since", "side"):
        assert outcome.status == 0
    else:
        assert outcome.status == status
        assert outcome.stderr.count("\n") == 1


HOOK = f'#!/bin/sh\nexec "{sys.executable}" -m verify check --staged --format json > "$VERIFY_REPORT"\n'


@pytest.fixture
def hooked(tmp_path: Path) -> Path:
    text = "commits: [{date: 2026-03-01T10:00:00Z, files: {memory/continuity.md: '# Continuity', other.txt: x}}]"
    root = build(tmp_path / "hooked", text)
    hook = root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(HOOK)
    hook.chmod(0o755)
    return root


def commit(folder: Path, report: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(report.parent),
        "VERIFY_REPORT": str(report),
        "GIT_AUTHOR_DATE": "2026-03-02T10:00:00Z",
        "GIT_COMMITTER_DATE": "2026-03-02T10:00:00Z",
    }
    name = ["-c", "user.name=Dev", "-c", "user.email=dev@example.invalid"]
    command = ["git", "-C", str(folder), *name, "commit", "-qm", "x", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


BROKEN = "# Continuity\n\n- One\n  <!-- id: queue-choice | serves: no-where -->\n"


@pytest.mark.parametrize("arguments", [("-a",), ("memory/continuity.md",)])
def test_a_hook_sees_what_is_being_committed(hooked: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (hooked / "memory" / "continuity.md").write_text(BROKEN)
    done = commit(hooked, tmp_path / "report.json", *arguments)
    assert done.returncode == 1, done.stderr
    assert '"dangling-link"' in (tmp_path / "report.json").read_text()


def test_a_hook_does_not_see_what_stays_behind(hooked: Path, tmp_path: Path) -> None:
    (hooked / "memory" / "continuity.md").write_text(BROKEN)
    (hooked / "other.txt").write_text("y")
    assert commit(hooked, tmp_path / "report.json", "other.txt").returncode == 0


def test_a_hook_in_a_worktree_sees_the_index_of_that_worktree(hooked: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    subprocess.run(["git", "-C", str(hooked), "worktree", "add", "-q", "-b", "side", str(tree)], check=True)
    (hooked / "memory" / "continuity.md").write_text("# Another\n")
    (tree / "memory" / "continuity.md").write_text(BROKEN)
    assert commit(tree, tmp_path / "report.json", "-a").returncode == 1
    assert commit(hooked, tmp_path / "report.json", "-a").returncode == 0


def test_a_commit_that_repairs_is_not_blocked(hooked: Path, tmp_path: Path) -> None:
    (hooked / "memory" / "continuity.md").write_text(BROKEN.replace("no-where", "no-where, still-gone"))
    assert commit(hooked, tmp_path / "report.json", "-a", "--no-verify").returncode == 0
    (hooked / "memory" / "continuity.md").write_text(BROKEN)
    assert commit(hooked, tmp_path / "report.json", "-a").returncode == 0, (tmp_path / "report.json").read_text()


def test_a_branch_that_took_its_change_back_brings_nothing(tmp_path: Path) -> None:
    text = "# Continuity\n\n## Key Decisions\n\n- Retry {} times\n  <!-- id: retry | created: 2026-05-01 -->\n"
    root = build(tmp_path / "store", "commits:\n- files:\n    memory/continuity.md: x\n")
    memory = root / "memory/continuity.md"
    for number, words in enumerate(("three", "five", "three")):
        memory.write_text(text.format(words))
        subprocess.run(["git", "-C", root, "commit", "-qam", words], check=True)
        if number == 0:
            subprocess.run(["git", "-C", root, "branch", "base"], check=True)
    found = check(root, "--since", "base", "--select", "history").report["findings"]
    assert found == []
    kinds = {finding["check"] for finding in check(root, "--select", "history").report["findings"]}
    assert kinds == {"decision-drift", "unrecorded-reversal"}
    memory.write_text(text.format("nine"))
    assert check(root, "--since", "base", "--select", "history").report["findings"][0]["check"] == "decision-drift"
