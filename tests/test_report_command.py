"""`verify report`: its options, its exit statuses, and what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.run_command import build, verify


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "example"
    assert verify("example", folder).status == 0
    return folder


def test_a_page_is_written_and_nothing_is_said(example: Path, tmp_path: Path) -> None:
    outcome = verify("report", example, "--html", tmp_path / "page.html")
    assert (outcome.status, outcome.stdout, outcome.stderr) == (0, "", "")
    assert (tmp_path / "page.html").read_bytes().startswith(b"<!doctype html>\n")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ((), 2, "--html"),
        (("--html", "/no/such/folder/page.html"), 2, "/no/such/folder/page.html"),
        (("--html", "page.html", "--rev", "nothing"), 2, "nothing"),
        (("--html", "page.html", "--config", "/no/such/file"), 2, "/no/such/file"),
    ],
)
def test_a_mistake_is_told_in_one_line(example: Path, arguments: tuple[str, ...], status: int, told: str) -> None:
    outcome = verify("report", example, *arguments)
    assert (outcome.status, outcome.stdout, outcome.stderr.count("\n")) == (status, "", 1)
    assert told in outcome.stderr


def test_without_a_memory_there_is_no_page(tmp_path: Path) -> None:
    assert verify("report", tmp_path, "--html", tmp_path / "page.html").status == 3
    assert not (tmp_path / "page.html").exists()


def test_what_cannot_be_read_makes_it_incomplete_and_is_said_first(tmp_path: Path) -> None:
    root = build(tmp_path / "r", 'commits: [{files: {memory/continuity.md: {base64: "Iv8="}}}]')
    assert verify("report", root, "--html", tmp_path / "page.html").status == 3
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert '<h1 id="verdict">Incomplete</h1>' in page
    assert "is not UTF-8" in page


def test_heuristics_run_when_they_are_asked_for(example: Path, tmp_path: Path) -> None:
    verify("report", example, "--html", tmp_path / "page.html", "--tier", "advisory")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "heuristics that run only with" not in page


def test_a_trend_without_history_counts_without_history(example: Path, tmp_path: Path) -> None:
    verify("report", example, "--html", tmp_path / "page.html", "--trend", "--no-history")
    assert "work tree</code>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_nothing_else_pays_for_the_page(example: Path) -> None:
    script = (
        "import sys; from verify.packages import load_own_packages; load_own_packages(); "
        "from verify.cli import run; run(['check', sys.argv[1]]); run(['report', '--help']); "
        "sys.exit('jinja2' in sys.modules or 'reports.html' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(example)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
