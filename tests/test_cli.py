"""What a user types, and the one line and exit status that come of a mistake."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.run_command import build, check, verify

BROKEN = """
commits:
  - date: 2026-03-02T10:00:00Z
    files:
      memory/continuity.md: "# Continuity\\n\\n- One queue\\n  <!-- id: queue-choice | serves: no-where -->\\n"
      memory/sessions/2026-03-01.md: "# Session\\n"
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return build(tmp_path / "broken", BROKEN)


@pytest.mark.parametrize(
    ("arguments", "status", "names"),
    [
        (("--select", "dangling-links"), 2, "did you mean 'dangling-link'?"),
        (("--ignore", "nothing-like-it"), 2, "nothing-like-it"),
        (("--rev", "nothing"), 2, "nothing"),
        (("--rev", "main", "--staged"), 2, "--staged"),
        (("--as-of", "yesterday"), 2, "yesterday"),
        (("-o", "json"), 2, "FORMAT=FILE"),
        (("-o", "pdf=x"), 2, "pdf"),
        (("-o", "json=/no/such/folder/x"), 2, "/no/such/folder/x"),
        (("--config", "/no/such/file"), 2, "/no/such/file"),
        (("--fail-on", "sometimes"), 2, "sometimes"),
        (("--no-such-option",), 2, "--no-such-option"),
    ],
)
def test_a_mistake_is_told_in_one_line(broken: Path, arguments: tuple[str, ...], status: int, names: str) -> None:
    outcome = verify("check", broken, *arguments)
    assert (outcome.status, outcome.stdout) == (status, "")
    assert names in outcome.stderr
    assert "Traceback" not in outcome.stderr


@pytest.mark.parametrize("path", ["missing", "broken/memory/continuity.md"])
def test_a_path_that_is_no_folder_is_told(broken: Path, path: str) -> None:
    outcome = verify("check", broken.parent / path)
    assert (outcome.status, outcome.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ((), 1),
        (("--fail-on", "never"), 0),
        (("--ignore", "dangling-link"), 0),
        (("--ignore", "dangling-link", "--strict"), 1),
        (("--ignore", "ledger"), 0),
        (("--select", "lifecycle", "--fail-on", "note"), 0),
    ],
)
def test_exit_status_follows_what_fails_the_run(broken: Path, arguments: tuple[str, ...], status: int) -> None:
    assert verify("check", broken, *arguments).status == status
    assert check(broken, *arguments).status == status


def test_formats_come_from_one_run(broken: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    outcome = verify("check", broken, "-o", f"json={file}")
    assert json.loads(file.read_text()) == check(broken).report
    assert "no-where" in outcome.stdout


def test_checks_that_were_not_asked_for_are_named(broken: Path) -> None:
    report = check(broken, "--select", "split-fact").report
    assert [c["check"] for c in report["checked"]] == ["split-fact"]
    assert "dangling-link" in report["not_run"]


def test_the_clock_can_be_set(tmp_path: Path) -> None:
    root = build(tmp_path / "r", BROKEN.replace("serves: no-where", "created: 2026-03-20"))
    assert check(root).findings("malformed-footer") == [("queue-choice", "memory/continuity.md", 4)]
    assert check(root, "--as-of", "2026-03-20").findings("malformed-footer") == []
    assert check(root, "--as-of", "2026-03-20T01:00:00+02:00").report["as_of"] == "2026-03-19T23:00:00Z"


def test_advice_is_given_only_when_asked_for(tmp_path: Path) -> None:
    log = "memory/sessions/2026-03-01-090000.md"
    stub = json.dumps("# Session\n\n**Agent:** (auto-stub, replace it)\n")
    root = build(tmp_path / "r", f"commits: [{{date: 2026-03-01T10:00:00Z, files: {{{log}: {stub}}}}}]")
    assert check(root).report["findings"] == []
    assert check(root, "--tier", "advisory").findings("unfilled-stub") == [("2026-03-01-090000", log, 3)]


def _refusing(call: Callable[..., Any], part: str) -> Callable[..., Any]:
    def refuse(path: Any, *arguments: Any, **more: Any) -> Any:
        if str(path).endswith(part):
            raise PermissionError(13, "Permission denied")
        return call(path, *arguments, **more)

    return refuse


@pytest.mark.parametrize(("call", "part"), [("scandir", "memory/sessions"), ("open", "memory/continuity.md")])
def test_what_may_not_be_read_is_a_problem(broken: Path, monkeypatch: pytest.MonkeyPatch, call: str, part: str) -> None:
    monkeypatch.setattr(os, call, _refusing(getattr(os, call), part))
    outcome = check(broken)
    assert outcome.status == 3
    assert [(p["path"], p["message"]) for p in outcome.report["problems"]] == [
        (part, "cannot be read: permission denied")
    ]
