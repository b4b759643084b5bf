"""The commands of the documentation, run as they stand there, page by page."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.page_examples import PAGES, PROJECT, Block, blocks, inline_commands, name_of, prose, shown
from tests.run_command import verify
from verify.cli import cli
from verify.config import parse_settings
from verify.examination import every_check

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
JUDGE = "memory-verify check --require history"
# What a page may do beside this program, in a shell.
OTHERS = {"git", "sed", "printf"}
NOT_RUN = {
    ("docs/first-run.md", "verify --version"): "behind an installation from the network",
    ("docs/ci.md", "memory-verify check --staged"): "a hook, run by test_ci_page",
    ("docs/ci.md", f"{JUDGE} -o gitlab=gl-code-quality-report.json -o junit=verify.xml"): "run by test_ci_page",
    (
        "docs/ci.md",
        f'{JUDGE} -o junit=verify.xml ${{branch:+"--since=refs/remotes/origin/$branch"}}',
    ): "run by test_ci_page",
}
# A form of a claim, and no command.
NO_COMMAND = ["verify", "found", "N", "errors"]
CONSOLE = [page for page in PAGES if any(block.language == "console" for block in blocks(page))]


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    assert verify("example", tmp_path / "example").status == 0
    monkeypatch.chdir(tmp_path / "example")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_DATE", "2026-03-18T10:00:00Z")
    return tmp_path / "example"


@pytest.mark.parametrize("page", CONSOLE, ids=name_of)
@pytest.mark.usefixtures("example")
def test_a_page_that_is_followed_from_its_top_shows_what_happens(page: Path) -> None:
    for block in blocks(page):
        for command, output in block.examples() if block.language == "console" else ():
            run(command, output)
        if block.language == "python":
            subprocess.run([sys.executable, "-c", block.text], check=True)


def run(command: str, output: str) -> None:
    name, *arguments = shlex.split(command)
    if name == "cd":
        os.chdir(*arguments)
    elif name == "cat" and not Path(*arguments).exists():
        Path(*arguments).parent.mkdir(parents=True, exist_ok=True)
        Path(*arguments).write_text(output)
    elif name in OTHERS:
        subprocess.run(["bash", "-c", command], check=True)
    else:
        assert name == "verify", command
        outcome = verify(*arguments)
        told = outcome.stdout + outcome.stderr
        assert outcome.status in {0, 1}, told
        assert not output or shown(output).fullmatch(told), f"{command}\n{told}"


def left_out(block: Block) -> list[tuple[str, str]]:
    return [] if block.language == "console" else [(block.page, command) for command in block.commands()]


def test_every_command_is_run_or_there_is_a_reason_why_not() -> None:
    found = {key for page in PAGES for block in blocks(page) for key in left_out(block)}
    assert found == NOT_RUN.keys()


@pytest.mark.parametrize("page", CONSOLE, ids=name_of)
def test_a_console_block_begins_with_a_prompt(page: Path) -> None:
    assert all(block.text.startswith("$ ") for block in blocks(page) if block.language == "console")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_command_in_a_sentence_exists_with_its_options(page: Path) -> None:
    for words in inline_commands(page):
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        for command in () if words == NO_COMMAND else named(cli, words[1:]):
            known = {option for parameter in command.params for option in parameter.opts}
            assert options <= known | {"--help", "--version"}, words


def named(group: click.Command, words: list[str]) -> list[click.Command]:
    """Return the commands that words name; ``one|other`` names two."""
    if not isinstance(group, click.Group) or not words or words[0].startswith("-"):
        return [group]
    found = [group.get_command(click.Context(group), name) for name in words[0].split("|")]
    assert None not in found, words
    return [command for one in found if one for command in named(one, words[1:])]


def test_every_configuration_that_a_page_shows_is_one() -> None:
    shown = [block.text for page in PAGES for block in blocks(page) if block.language == "toml"]
    assert len(shown) > 3
    assert all(parse_settings("verify.toml", text, every_check()) for text in shown)


def test_a_make_target_that_a_page_names_exists() -> None:
    named = {
        target
        for page in PAGES
        if "checks" not in page.parts
        for target in re.findall(r"(?:^|`)make ([\w-]+)", page.read_text(), re.MULTILINE)
    }
    known = set(re.findall(r"^([\w-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    assert {"site", "test"} <= named <= known


def test_the_comparison_sees_what_differs() -> None:
    assert shown("a\n...\nb\n").fullmatch("a\nb\n")
    assert shown("a\n...\nb 5:...\n").fullmatch("a\nc\nd\nb 5:67\n")
    assert shown("a\n...\n").fullmatch("a\nb\n")
    assert not any(shown("a\n...\nb\n").fullmatch(told) for told in ("a\nb\nc\n", "b\na\nb\n", "a\nc\n", "a\nxb\n"))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target
