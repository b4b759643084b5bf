"""All formats of one run: what names them, what they have in common, and what none of them may show."""

import json
import re
import subprocess
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click import unstyle

from tests.report_samples import CHANGED, golden
from tests.run_command import build, check, verify
from verify.cli.formats import NAMES, Format
from verify.planting import plant
from verify.specimen import specimens

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
BROKEN = """
commits:
  - date: 2026-03-02T10:00:00Z
    files:
      memory/continuity.md: "# Continuity\\n\\n- One queue\\n  <!-- id: queue-choice | serves: no-where -->\\n"
      memory/sessions/2026-03-01-090000.md: "# Session\\n"
  - date: 2026-03-03T10:00:00Z
    files:
      memory/rules.md: "# Rules\\n\\n- Tabs\\n  <!-- id: tab-width | serves: not-here -->\\n"
"""
each_format = pytest.mark.parametrize("name", NAMES)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return build(tmp_path / "broken", BROKEN)


@each_format
def test_the_exit_status_is_the_same(broken: Path, name: str) -> None:
    assert verify("check", broken, "--format", name).status == 1
    assert verify("check", broken, "--format", name, "--fail-on", "never").status == 0
    (broken / "memory" / "rules.md").write_bytes(b"\xff")
    assert verify("check", broken, "--format", name).status == 3


@each_format
def test_a_file_holds_what_is_printed_and_twice_the_same(broken: Path, tmp_path: Path, name: str) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    outcome = verify("check", broken, "--format", name, "-o", f"{name}={files[0]}")
    verify("check", broken, "--format", "json", "-o", f"{name}={files[1]}")
    assert files[0].read_bytes() == files[1].read_bytes() == unstyle(outcome.stdout).encode()


def test_all_formats_are_written_at_once(broken: Path, tmp_path: Path) -> None:
    outputs = [option for name in NAMES for option in ("-o", f"{name}={tmp_path / name}")]
    assert verify("check", broken, *outputs).status == 1
    assert all((tmp_path / name).read_text() for name in NAMES)
    found = json.loads((tmp_path / "json").read_text())["findings"]
    assert [f["check"] for f in found if f["severity"] == "error"] == ["dangling-link", "dangling-link"]
    assert len(json.loads((tmp_path / "sarif").read_text())["runs"][0]["results"]) == len(found)
    assert len(json.loads((tmp_path / "gitlab").read_text())) == len(found)
    failures = ElementTree.fromstring((tmp_path / "junit").read_bytes()).get("failures")
    assert failures == str(len({f["check"] for f in found}))
    assert (tmp_path / "github").read_text().count("::error file=memory/") == 2


def test_one_file_is_not_written_twice(broken: Path, tmp_path: Path) -> None:
    outcome = verify("check", broken, "-o", f"json={tmp_path / 'x'}", "-o", f"sarif={tmp_path / 'x'}")
    assert (outcome.status, outcome.stdout) == (2, "")
    assert "twice" in outcome.stderr


def test_one_file_is_not_written_twice_by_two_names(broken: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    for other in ("folder/../x", "link/../x"):
        outcome = verify("check", broken, "-o", f"json={tmp_path / 'x'}", "-o", f"sarif={tmp_path / other}")
        assert (outcome.status, outcome.stdout) == (2, "")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("environment", "arguments", "first"),
    [
        ({}, (), "memory/continuity.md"),
        ({"GITHUB_ACTIONS": "false"}, (), "memory/continuity.md"),
        ({"GITHUB_ACTIONS": "true"}, (), "::error file=memory/continuity.md,line=4,"),
        ({"GITHUB_ACTIONS": "true"}, ("--format", "text"), "memory/continuity.md"),
    ],
)
def test_inside_actions_annotations_are_the_default(
    broken: Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    arguments: tuple[str, ...],
    first: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert verify("check", broken, *arguments).stdout.startswith(first)


def test_every_format_is_a_module() -> None:
    assert all(callable(import_module(f"reports.{form.value}").render) for form in Format)


# What each format calls what was not checked, what is ignored, and what stood there before.
COUNTED = {
    "text": ("3 not checked", "2 ignored", "12 stood there before"),
    "json": ('"verdict": "not-checked"', '"suppressed": 2', '"existing": 12'),
    "sarif": ('"checks_not_checked": 3', '"ignored": 2', '"existing": 12'),
    "junit": ('"checks_not_checked" value="3"', '"ignored" value="2"', '"existing" value="12"'),
    "github": ("5 checks could not look", "2 ignored", "12 stood there before"),
    "gitlab": ("not checked: the check crashed", "2 ignored", "12 findings stood there before"),
    "html": ("(1 claim)", "2 ignored", "12 more stood there before"),
    "markdown": ("5 checks, 5 other memories", "2 ignored", "12 stood there before"),
}


@each_format
def test_what_was_not_checked_or_ignored_is_counted(name: str) -> None:
    text: str = import_module(f"reports.{name}").render(CHANGED)
    assert [part for part in COUNTED[name] if part not in text] == []


@pytest.mark.parametrize("name", ["github", "gitlab", "junit", "sarif"])
def test_a_report_is_the_stored_report(name: str) -> None:
    text: str = import_module(f"reports.{name}").render(CHANGED)
    assert text == golden(f"changed.{name}", text)


@each_format
@pytest.mark.parametrize("history", [True, False])
def test_no_secret_is_shown(tmp_path: Path, name: str, history: bool) -> None:
    root = tmp_path / "r"
    sessions = root / "memory" / "sessions"
    sessions.mkdir(parents=True)
    live = root / "memory" / "continuity.md"
    live.write_text(
        f"- A\n  <!-- id: a-b | tier: x\u200b{TOKEN} -->\n{'x' * 430} {TOKEN}\n<<<<<<< {TOKEN}\n"
        f"- Key is {TOKEN}\n  <!-- id: key-choice | tier: core | serves: {TOKEN} -->\n"
    )
    (root / "memory" / f"{TOKEN}.md").write_bytes(b"\xff")
    (sessions / f"{TOKEN}.md").write_text("# S\n")
    (root / "verify.toml").write_text(
        f'[[ignore]]\ncheck = "conflict-marker"\nsubject = "memory/continuity.md"\nreason = "see {TOKEN}"\n'
    )
    if history:
        for text in ("- Key\n  <!-- id: key-choice -->\n", live.read_text(), "- Gone\n"):
            live.write_text(text)
            for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", f"use {TOKEN}"]):
                subprocess.run(["git", "-C", str(root), *command], check=True)
    outcome = verify("check", root, "--format", name, "--tier", "advisory")
    assert outcome.status == 3
    assert TOKEN[8:20] not in outcome.stdout + outcome.stderr
    # As it would stand in a URI, an entity or an escape.
    assert TOKEN[8:20] not in re.sub("%|&#[0-9]+;|\\\\u[0-9a-f]{4}", "", outcome.stdout)


@pytest.mark.parametrize("name", ["missing-core-file", "lost-fact", "lost-topic", "unlogged-work"])
def test_a_finding_without_a_place_is_shown_at_a_file_that_is_there(tmp_path: Path, name: str) -> None:
    shown = 0
    for number, specimen in enumerate(specimen for specimen in specimens(name) if specimen.bad):
        root = tmp_path / str(number)
        root.mkdir()
        plant(specimen.plan, root)
        options = ("--select", name, "--tier", "advisory", "--fail-on", "never")
        placeless = [f["fingerprint"] for f in check(root, *options).report["findings"] if f["path"] is None]
        issues = json.loads(verify("check", root, *options, "--format", "gitlab").stdout)
        places = [issue["location"]["path"] for issue in issues if issue["fingerprint"] in placeless]
        assert all((root / place).is_file() for place in places), places
        shown += len(places)
    assert shown
