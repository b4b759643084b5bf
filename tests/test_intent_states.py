"""Checks of intent in states of a repository that only git can make."""

import subprocess
from pathlib import Path

import pytest

from tests.run_command import build, check

NAMING = """
commits:
  - date: 2026-03-01T10:00:00Z
    files:
      docs/guide.md: "# Guide\\n"
      lib/tools/a.py: "a = 1\\n"
      memory/continuity.md: |
        # Continuity

        - See `docs/guide.md` and `lib/tools/`, mainly `lib/tools/a.py`
          <!-- id: where-to-look -->
"""


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-C", str(folder), "-c", "protocol.file.allow=always", *arguments]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "shop", NAMING)


def test_what_became_a_submodule_is_not_gone(shop: Path, tmp_path: Path) -> None:
    tools = build(tmp_path / "tools", 'commits: [{files: {a.py: "a = 1\\n"}}]')
    git(shop, "rm", "-qr", "lib/tools")
    git(shop, "submodule", "add", "-q", str(tools), "lib/tools")
    git(shop, "commit", "-qam", "Share the tools")
    git(tmp_path, "clone", "-q", str(shop), "clone")
    for arguments in ((), ("--rev", "HEAD"), ("--staged",)):
        assert check(tmp_path / "clone", *arguments).findings("stale-anchor") == []


def test_what_lies_behind_a_link_is_not_gone(shop: Path) -> None:
    git(shop, "mv", "docs", "documentation")
    (shop / "docs").symlink_to("documentation")
    git(shop, "add", "docs")
    git(shop, "commit", "-qam", "Rename it, and keep the old name")
    for arguments in ((), ("--rev", "HEAD"), ("--staged",)):
        assert check(shop, *arguments).findings("stale-anchor") == []


def test_what_is_gone_is_found_in_every_state(shop: Path) -> None:
    git(shop, "rm", "-q", "docs/guide.md")
    assert len(check(shop).findings("stale-anchor")) == 1
    assert len(check(shop, "--staged").report["findings"]) == 1
    assert check(shop, "--rev", "HEAD").findings("stale-anchor") == []
    git(shop, "commit", "-qm", "Drop it")
    assert len(check(shop, "--rev", "HEAD").findings("stale-anchor")) == 1


def test_a_trailer_of_nothing_but_commas_is_read_in_time(shop: Path) -> None:
    for value in ("," * 300_000, "a," * 100_000, "(" * 100_000, "a-b (" * 50_000, ")(" * 50_000):
        git(shop, "commit", "-q", "--allow-empty", "-m", "x", "-m", "Serves: a-b")
        subprocess.run(
            ["git", "-C", str(shop), "commit", "-q", "--amend", "--allow-empty", "-F", "-"],
            input=f"x\n\nServes: {value}\n".encode(),
            check=True,
        )
    assert check(shop).status in {0, 1}


def test_a_long_name_is_no_path(shop: Path) -> None:
    memory = shop / "memory" / "continuity.md"
    memory.write_text(memory.read_text().replace("lib/tools/a.py", "lib/" + "x" * 290))
    assert check(shop).report["problems"] == []
