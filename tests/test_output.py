"""What a command writes to a file takes the place of nothing that somebody wrote."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.run_command import build, verify

MEMORY = "# Continuity\n\n- One\n  <!-- id: one-fact | created: 2026-03-01 -->\n"
REPOSITORY = f"""
commits:
  - date: 2026-03-01T10:00:00Z
    files: {{"README.md": "hand-written", memory/continuity.md: {json.dumps(MEMORY)}}}
"""
WRITING = [
    ("check", "{root}", "-o", "markdown={file}"),
    ("report", "{root}", "--html", "{file}"),
    ("graph", "{root}", "-o", "{file}"),
    ("history", "one-fact", "{root}", "-o", "{file}"),
    ("trace", "one-fact", "{root}", "-o", "{file}"),
    ("replay", "{root}", "-o", "{file}"),
    ("snapshot", "{root}", "--acknowledge", "-o", "{file}"),
    ("critique", "{answer}", "{root}", "-o", "{file}"),
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "answer.md").write_text("- Claim: `one-fact` is live\n")
    root = build(tmp_path / "r", REPOSITORY)
    (root / "way").symlink_to(root / "memory")
    (root / "link").symlink_to(tmp_path / "elsewhere")
    (root / "README.link").symlink_to(root / "README.md")
    return root


def asked(command: tuple[str, ...], root: Path, file: Path | str) -> list[str]:
    return [part.format(root=root, file=file, answer=root.parent / "answer.md") for part in command]


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
@pytest.mark.parametrize(
    "name",
    ["memory/continuity.md", "memory/new.md", "way/new.md", "memory/../README.md", "README.md", "link", "README.link"],
)
def test_neither_the_memory_nor_what_git_tracks_is_written(root: Path, command: tuple[str, ...], name: str) -> None:
    outcome = verify(*asked(command, root, root / name))
    assert (outcome.status, outcome.stdout) == (2, "")
    assert f"{name}: " in outcome.stderr.splitlines()[-1]
    assert (root / "README.md").read_text() == "hand-written"
    assert [path.name for path in (root / "memory").iterdir()] == ["continuity.md"]
    assert (root / "memory" / "continuity.md").read_text() == MEMORY
    assert not (root.parent / "elsewhere").exists()


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_file_of_its_own_is_written_again_and_again(root: Path, command: tuple[str, ...]) -> None:
    for _ in range(2):
        assert verify(*asked(command, root, root / "report.txt")).status == 0
        assert (root / "report.txt").read_text()


def test_where_one_is_refused_none_is_written(root: Path) -> None:
    outcome = verify("check", root, "-o", f"json={root / 'report.json'}", "-o", f"sarif={root / 'README.md'}")
    assert outcome.status == 2
    assert not (root / "report.json").exists()


def test_without_git_the_memory_is_spared_as_well(tmp_path: Path) -> None:
    root = build(tmp_path / "r", REPOSITORY + "git: false\n")
    assert verify("check", root, "-o", f"json={root / 'memory' / 'continuity.md'}").status == 2
    assert verify("check", root, "-o", f"json={root / 'README.json'}").status == 0


def test_what_the_process_has_open_may_be_named(root: Path) -> None:
    program = [sys.executable, "-m", "verify", "check", str(root)]
    for name in ("/dev/stderr", "/dev/null"):
        done = subprocess.run([*program, "-o", f"json={name}"], capture_output=True, text=True, check=False)
        assert (done.returncode, '"findings"' in done.stderr) == (0, name == "/dev/stderr"), done.stderr
