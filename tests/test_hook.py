"""The hook, installed by pre-commit itself from a copy of this project, and run by ``git commit``."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from tests.run_command import build

PROJECT = Path(__file__).parents[1]
PARTS = ("verify", "checks", "reports", "fixtures", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
MEMORY = "# Continuity\n\n- One\n  <!-- id: old-fact | depends-on: no-where -->\n"
REPOSITORY = f"commits: [{{date: 2026-03-01T10:00:00Z, files: {{memory/continuity.md: {MEMORY!r}}}}}]"
BROKEN = "- Two\n  <!-- id: new-fact | depends-on: no-where -->\n"
MENDED = "- Two\n  <!-- id: new-fact -->\n"


def git(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PRE_COMMIT_HOME": str(root.parent / "pre-commit")}
    command = ("git", "-C", str(root), *command)
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def published(folder: Path) -> str:
    """Make a repository of this project as it stands, and return its only commit."""
    folder.mkdir()
    for name in PARTS:
        leave = shutil.ignore_patterns("__pycache__")
        source = PROJECT / name
        _ = shutil.copytree(source, folder / name, ignore=leave) if source.is_dir() else shutil.copy(source, folder)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "release"]):
        assert git(folder, *command).returncode == 0
    return git(folder, "rev-parse", "HEAD").stdout.strip()


def commit(root: Path, text: str) -> subprocess.CompletedProcess[str]:
    (root / "memory" / "continuity.md").write_text(MEMORY + text)
    assert git(root, "add", "-A").returncode == 0
    return git(root, "commit", "-m", "change")


def test_a_commit_is_told_what_it_breaks_and_nothing_else(tmp_path: Path) -> None:
    root = build(tmp_path / "r", REPOSITORY)
    revision = published(tmp_path / "published")
    repos = [{"repo": str(tmp_path / "published"), "rev": revision, "hooks": [{"id": "verify"}]}]
    (root / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": repos}))
    subprocess.run([sys.executable, "-m", "pre_commit", "install"], cwd=root, check=True, capture_output=True)
    done = commit(root, BROKEN)
    told = done.stdout + done.stderr
    assert done.returncode == 1, told
    assert ("new-fact" in told, "old-fact" in told) == (True, False)
    assert len(re.findall(r"^1 error · only what came since HEAD · \d stood there before · ", told, re.MULTILINE)) == 1
    done = commit(root, MENDED)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "stood there before" not in done.stdout + done.stderr
