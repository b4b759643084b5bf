"""The examples of the documentation, run as they stand there."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.run_command import verify

PROJECT = Path(__file__).parents[1]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^(`{3,})[^`\n]*\n.*?^\1`*$", re.MULTILINE | re.DOTALL)
EXIT = re.compile(r"\bexit ([0-3])\b")
# The commit where a branch began: that of the page depends on every byte that `verify init` writes.
START = re.compile(r"(?<= since main )\([0-9a-f]{8}\)")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def examples() -> list[tuple[str, list[tuple[str, str]]]]:
    """Each block with its commands, which run one after the other in the same folder."""
    found = []
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text()):
            parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
            found.append((page.name, [(command, output) for command, _, output in parts]))
    return found


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    assert verify("example", tmp_path / "example").status == 0
    monkeypatch.chdir(tmp_path / "example")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_DATE", "2026-03-18T10:00:00Z")
    return tmp_path / "example"


@pytest.mark.parametrize(("page", "commands"), examples())
@pytest.mark.usefixtures("example")
def test_an_example_does_what_the_page_says(page: str, commands: list[tuple[str, str]]) -> None:
    for command, output in commands:
        run(page, command, output)


def run(page: str, command: str, output: str) -> None:
    command, _, remark = command.partition(" #")
    name, *arguments = shlex.split(command)
    if name in {"git", "sed"}:
        subprocess.run([name, *arguments], check=True)
        return
    assert name == "verify", page
    outcome = verify(*arguments)
    told = EXIT.search(remark)
    assert outcome.status in ({int(told[1])} if told else {0, 1}), outcome.stdout + outcome.stderr
    position, stdout = 0, START.sub("(COMMIT)", outcome.stdout)
    for part in START.sub("(COMMIT)", output).split("...\n"):
        assert part in stdout[position:], stdout
        position = stdout.index(part, position) + len(part)


def test_the_readme_shows_examples() -> None:
    assert sum(len(commands) for _, commands in examples()) > 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(FENCED.sub("", page.read_text())):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target
