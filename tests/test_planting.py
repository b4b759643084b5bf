"""The planter builds what a fixture tells, the same everywhere, and refuses what it does not know."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from verify.errors import UsageError
from verify.planting import plant, read_plan
from verify.specimen import read_specimen

_TIDES = """
commits:
  - message: First table
    date: 2026-05-01T06:00:00Z
    author: Kim
    tag: v1
    files: {tides.txt: "high 06:10\\n", old/port.txt: "Port\\n"}
    sessions: {2026-05-01-055000: [tide-cache, utc-times]}
  - branch: storm
    files: {storm.txt: "gale\\n"}
    delete: [old/port.txt]
  - branch: main
    replace: {tides.txt: [["06:10", "06:12"]]}
  - merge: storm
    rename: {storm.txt: "a \\"quoted\\" näme.txt"}
"""


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def built(folder: Path, text: str) -> Path:
    plan = read_plan("tides", yaml.safe_load(text))
    folder.mkdir(exist_ok=True)
    plant(plan, folder)
    return folder


def test_commits_branches_tags_and_merges(tmp_path: Path) -> None:
    folder = built(tmp_path, _TIDES)
    assert git(folder, "log", "--first-parent", "--format=%s").split("\n") == ["step 4", "step 3", "First table"]
    assert git(folder, "log", "-1", "--format=%an %aI %cn", "v1") == "Kim 2026-05-01T06:00:00+00:00 Dev"
    assert git(folder, "log", "-1", "--format=%cI") == "2026-01-01T00:00:03+00:00"
    assert git(folder, "show", "-s", "--format=%P").count(" ") == 1
    assert git(folder, "rev-parse", "--abbrev-ref", "HEAD") == "main"
    assert git(folder, "status", "--porcelain") == ""
    git(folder, "fsck", "--strict")


def test_a_merge_takes_over_what_the_other_side_changed(tmp_path: Path) -> None:
    folder = built(tmp_path, _TIDES)
    files = git(folder, "ls-tree", "-r", "-z", "--name-only", "HEAD").strip("\0").split("\0")
    assert files == ['a "quoted" näme.txt', "memory/sessions/2026-05-01-055000.md", "tides.txt"]
    assert (folder / "tides.txt").read_text() == "high 06:12\n"


def test_a_session_lists_its_references(tmp_path: Path) -> None:
    text = (built(tmp_path, _TIDES) / "memory/sessions/2026-05-01-055000.md").read_text()
    assert "## Memory References\n\n- Referenced: tide-cache, utc-times\n" in text


def test_the_same_fixture_gives_the_same_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = git(built(tmp_path / "one", _TIDES), "rev-parse", "HEAD")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z")
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Somebody")
    assert git(built(tmp_path / "two", _TIDES), "rev-parse", "HEAD") == one


def test_the_repository_around_the_process_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outer = built(tmp_path / "outer", "commits: [{files: {a.txt: a}}]")
    before = git(outer, "rev-parse", "HEAD")
    with monkeypatch.context() as hook:
        hook.setenv("GIT_DIR", str(outer / ".git"))
        hook.setenv("GIT_INDEX_FILE", str(outer / ".git/index"))
        built(tmp_path / "inner", _TIDES)
    assert git(outer, "rev-parse", "HEAD") == before
    assert git(outer, "status", "--porcelain") == ""


def test_layers_lie_on_top_of_the_last_commit(tmp_path: Path) -> None:
    layers = (
        "commits: [{files: {a: one, b: two}}]\nstaged: {files: {c: x}, delete: [b]}\nworking: {replace: {a: [[n, N]]}}"
    )
    folder = built(tmp_path, layers)
    assert git(folder, "status", "--porcelain").split("\n") == ["M a", "D  b", "A  c"]
    assert (folder / "a").read_text() == "oNe"


def test_every_kind_of_content(tmp_path: Path) -> None:
    files = '{a: {repeat: "x\\r\\n", times: 3}, b: {base64: "AP8="}, c: "${join:AK|IA}${X}"}'
    folder = built(tmp_path, f"git: false\ncommits: [{{files: {files}}}]")
    assert not (folder / ".git").exists()
    assert (folder / "a").read_bytes() == b"x\r\n" * 3
    assert (folder / "b").read_bytes() == b"\x00\xff"
    assert (folder / "c").read_text() == "AKIA${X}"


def test_a_repository_may_have_no_commit(tmp_path: Path) -> None:
    folder = built(tmp_path, "working: {files: {a: one}}")
    assert git(folder, "status", "--porcelain") == "?? a"


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"comits": []}, "tides: unknown key 'comits'; did you mean 'commits'?"),
        ({"commits": [{"file": {}}]}, "tides, step 1: unknown key 'file'; did you mean 'files'?"),
        ({"staged": {"message": "x"}}, "tides, staged: unknown key 'message'"),
        ({"commits": ["x"]}, "tides, step 1: a table is wanted, not 'x'"),
        ({"commits": [{"date": "soon"}]}, "tides, step 1: 'soon' is no date"),
        ({"commits": [{"files": {"a": 1}}]}, "tides, step 1: a is no text, no repetition and no base64"),
        ({"commits": [{"delete": ["a"]}]}, "tides, step 1: there is no file a"),
        ({"commits": [{"replace": {"a": [["x", "y"]]}}]}, "tides, step 1: a does not hold 'x'"),
        ({"commits": [{"merge": "side"}]}, "tides, step 1: there is no branch 'side' to merge"),
    ],
)
def test_what_does_not_fit_is_one_clear_error(table: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        plant(read_plan("tides", table), tmp_path)
    assert str(caught.value) == complaint


def test_a_file_that_both_sides_changed_must_be_told(tmp_path: Path) -> None:
    steps: list[dict[str, Any]] = [
        {"files": {"a": "0"}},
        {"branch": "side", "files": {"a": "1"}},
        {"branch": "main", "files": {"a": "2"}},
        {"merge": "side"},
    ]
    with pytest.raises(UsageError, match="both sides changed a"):
        plant(read_plan("tides", {"commits": steps}), tmp_path)
    steps[-1]["files"] = {"a": "3"}
    plant(read_plan("tides", {"commits": steps}), tmp_path)
    assert (tmp_path / "a").read_text() == "3"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("about: x\nexpects: []\n", "unknown key 'expects'; did you mean 'expect'?"),
        ("about: x\nexpect: [{severity: error, subject: a, column: 1}]\n", "unknown key 'column'"),
        ("about: x\nexpect: [{path: a}]\n", "severity and subject are wanted"),
    ],
)
def test_a_fixture_says_nothing_that_nobody_reads(text: str, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "bad-one.yaml"
    file.write_text(text)
    with pytest.raises(UsageError, match=f".*{complaint.replace('?', '.')}"):
        read_specimen(file)
