"""The configuration: whatever is unknown is an error that names file and key."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.run_command import build, check, verify
from verify.config import parse_settings
from verify.errors import ConfigurationError
from verify.examination import every_check
from verify.registry import Checks

MEMORY = """
commits:
  - date: 2026-03-02T10:00:00Z
    files:
      memory/continuity.md: "- One queue\\n  <!-- id: queue-choice | origin: 2026-01-01-000000 -->\\n"
      verify.toml: |
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("fail-onn = 'error'", "did you mean 'fail-on'?"),
        ("fail-on = 'eror'", "fail-on"),
        ("tier = 1", "tier"),
        ("[severity]\nover-archive = 'error'", "did you mean 'over-archived'?"),
        ("[severity]\nover-archived = 'fatal'", "severity of over-archived"),
        ("severity = 3", "severity must be a table"),
        ("[options.stale-invariant]\nevery = -1", "every"),
        ("[options.stale-invariant]\nevery = true", "every"),
        ("[options.stale-invariant]\neach = 1", "option of stale-invariant"),
        ("[options.split-fact]\nevery = 1", "option of split-fact"),
        ("memory = ['../other/memory']", "memory"),
        ("memory = '/etc/memory'", "memory"),
        ("records = ['../other/adr']", "records"),
        ("records = [3]", "records must be a folder"),
        ("ignore = 'all'", "[[ignore]]"),
        ("[[ignore]]\ncheck = 'split-fact'\nsubject = 'x'", "reason"),
        ("[[ignore]]\ncheck = 'split-fact'\nsubject = 'x'\nreason = ' '", "reason"),
        ("[[ignore]]\ncheck = 'split-fact'\nreason = 'x'", "subject"),
        ("[[ignore]]\ncheck = 'split-facts'\nsubject = 'x'\nreason = 'x'", "split-fact"),
        ("[[ignore]]\ncheck = 'split-fact'\nsubject = 'x'\nreason = 'x'\nuntil = 'soon'", "until"),
        ("[[ignore]]\ncheck = 'split-fact'\nsubject = 'x'\nreason = 'x'\nupto = 1", "upto"),
        ("[[ignore]]\ncheck = 'unused-ignore'\nsubject = 'x'\nreason = 'x'", "cannot be ignored"),
        ("[[ignore]]\ncheck = 'split-fact'\nsubject = 'x'\nreason = 'x'\ncommit = ''", "empty commit"),
        ("[[ignore]]\ncheck = 'split-fact'\nreason = 'x'\ncommit = '4f268a'", "7 or more digits"),
        ("[[ignore]]\ncheck = 'split-fact'\nreason = 'x'\ncommit = '4f268a0g'", "7 or more digits"),
        ("[[ignore]]\nsubject = 'x'\nreason = 'x'", "needs a check"),
        ("not toml", "TOML"),
    ],
)
def test_a_mistake_names_file_and_key(text: str, names: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_settings("verify.toml", text, every_check())
    assert str(caught.value).startswith("verify.toml: ")
    assert names in str(caught.value)


LISTING = {"listing": replace(Checks()["split-fact"], name="listing", options={"names": ("one",), "most": None})}


def test_an_option_may_be_a_list_of_texts() -> None:
    text = "[options.listing]\nnames = ['second', ' third ']\nmost = 3"
    settings = parse_settings("verify.toml", text, LISTING)
    assert settings and settings.options == {"listing": {"names": ("second", "third"), "most": 3}}


def test_a_list_of_texts_may_be_empty() -> None:
    settings = parse_settings("verify.toml", "[options.listing]\nnames = []", LISTING)
    assert settings and settings.options == {"listing": {"names": ()}}


@pytest.mark.parametrize("value", ["'second'", "3", "[3]", "[true]", "['second', ' ']", "{ second = 1 }"])
def test_a_list_of_texts_is_nothing_else(value: str) -> None:
    with pytest.raises(ConfigurationError, match=r"verify.toml: options.listing.names must be a list of texts"):
        parse_settings("verify.toml", f"[options.listing]\nnames = {value}", LISTING)


def test_a_number_is_no_list_of_texts() -> None:
    with pytest.raises(ConfigurationError, match=r"options.listing.most must be an integer"):
        parse_settings("verify.toml", "[options.listing]\nmost = ['3']", LISTING)


def test_a_project_file_without_a_table_is_left_alone() -> None:
    assert parse_settings("pyproject.toml", "[project]\nname = 'x'\n", Checks()) is None


def test_two_configurations_are_one_too_many(tmp_path: Path) -> None:
    root = build(tmp_path / "r", MEMORY + "        fail-on = 'never'\n      pyproject.toml: '[tool.verify]'\n")
    assert (verify("check", root).status, verify("check", root, "--no-ignores").status) == (2, 2)


def _ignoring(extra: str) -> str:
    lines = [
        "[[ignore]]",
        'check = "broken-provenance"',
        'subject = "queue-choice"',
        'reason = "lost log"',
        *extra.split(),
    ]
    return MEMORY + "".join(f"        {line}\n" for line in lines)


def test_an_ignore_hides_one_finding_and_counts_it(tmp_path: Path) -> None:
    root = build(tmp_path / "r", _ignoring(""))
    outcome = check(root)
    assert (outcome.status, outcome.report["summary"]["suppressed"]) == (0, 1)
    assert check(root, "--no-ignores").status == 1


@pytest.mark.parametrize(
    ("extra", "hidden", "unused"),
    [
        ("until=2026-03-02", True, 0),
        ("until=2026-03-01", False, 1),
        ('path="memory/continuity.md"', True, 0),
        ('path="memory/other.md"', False, 1),
    ],
)
def test_an_ignore_must_fit_and_may_expire(tmp_path: Path, extra: str, hidden: bool, unused: int) -> None:
    outcome = check(build(tmp_path / "r", _ignoring(extra)))
    assert (outcome.findings("broken-provenance") == []) is hidden
    assert len(outcome.findings("unused-ignore")) == unused


def test_an_ignore_of_a_check_that_did_not_run_is_not_called_unused(tmp_path: Path) -> None:
    root = build(tmp_path / "r", _ignoring(""))
    assert check(root, "--select", "split-fact").findings("unused-ignore") == []


def test_a_problem_can_be_accepted(tmp_path: Path) -> None:
    lines = ["[[ignore]]", 'check = "unreadable"', 'path = "memory/old.md"', 'reason = "kept as it was"']
    text = MEMORY.replace("| origin: 2026-01-01-000000 ", "") + "".join(f"        {line}\n" for line in lines)
    root = build(tmp_path / "r", text)
    (root / "memory" / "old.md").write_bytes(b"\xff")
    outcome = check(root)
    assert outcome.status == 0
    assert [(p["path"], p["suppressed"]) for p in outcome.report["problems"]] == [("memory/old.md", True)]


def test_the_configuration_of_the_checked_revision_counts(tmp_path: Path) -> None:
    root = build(tmp_path / "r", _ignoring(""))
    (root / "verify.toml").unlink()
    assert (check(root).status, check(root, "--rev", "main").status) == (1, 0)


def test_options_of_the_configuration_win_over_the_policy(tmp_path: Path) -> None:
    memory = """
commits:
  - date: 2026-03-02T10:00:00Z
    sessions: {2026-03-01-090000: [], 2026-03-02-090000: []}
    files:
      memory/decay-policy.md: "- verify_invariants_every: 9\\n"
      memory/continuity.md: "- No order is lost\\n  <!-- id: no-lost-order | tier: core -->\\n"
"""
    root = build(tmp_path / "r", memory)
    assert check(root).findings("stale-invariant") == []
    (root / "verify.toml").write_text("[options.stale-invariant]\nevery = 2\n")
    assert check(root).findings("stale-invariant") == [("last_invariant_check", "memory/continuity.md", 1)]


LOST = """
commits:
  - date: 2026-03-01T10:00:00Z
    files: {memory/continuity.md: "- One\\n  <!-- id: one-fact -->\\n- Two\\n  <!-- id: two-fact -->\\n"}
  - date: 2026-03-02T10:00:00Z
    files: {memory/continuity.md: "- Two\\n  <!-- id: two-fact -->\\n"}
  - date: 2026-03-03T10:00:00Z
    files: {verify.toml: "IGNORES"}
  - date: 2026-03-04T10:00:00Z
    files: {memory/continuity.md: "# Continuity\\n"}
"""


def _ignore(subject: str) -> str:
    return f"[[ignore]]\\ncheck = 'lost-fact'\\nsubject = '{subject}'\\nreason = 'known'\\n"


def test_an_ignore_excuses_no_change_that_came_after_it(tmp_path: Path) -> None:
    root = build(tmp_path / "r", LOST.replace("IGNORES", _ignore("one-fact") + _ignore("two-fact")))
    assert check(root).findings("lost-fact") == [("two-fact", None, None)]
    assert [f["subject"] for f in check(root).report["findings"] if f["suppressed"]] == ["one-fact"]


def test_an_ignore_that_is_being_written_excuses_what_stands(tmp_path: Path) -> None:
    root = build(tmp_path / "r", LOST.replace("IGNORES", ""))
    (root / "verify.toml").write_text((_ignore("one-fact") + _ignore("two-fact")).replace("\\n", "\n"))
    assert check(root).findings("lost-fact") == []


@pytest.mark.parametrize("option", ["--config", "--baseline"])
def test_a_pipe_that_nobody_writes_is_refused_and_one_of_a_shell_is_read(tmp_path: Path, option: str) -> None:
    root = build(tmp_path / "r", MEMORY.replace("verify.toml", "notes.md") + "        x\n")
    os.mkfifo(tmp_path / "pipe")
    program = [sys.executable, "-m", "verify", "check", str(root), option]
    done = subprocess.run([*program, str(tmp_path / "pipe")], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (2, f"verify: {tmp_path / 'pipe'}: is no regular file\n")
    done = subprocess.run([*program, "/dev/stdin"], input="nothing", capture_output=True, text=True, check=False)
    assert (done.returncode, "/dev/stdin" in done.stderr, "regular" in done.stderr) == (2, True, False), done.stderr
