"""Anchors in every state of a repository; git itself is called here to make them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.run_command import build, check
from verify.git import process
from verify.model.anchor import Anchor, anchors_of
from verify.model.facts import Checkbox, Fact, Footer, NodeKind, Store
from verify.model.location import FactId, Location
from verify.readers.git_source import GitSource
from verify.syntax import languages

DOME = """
commits:
  - date: 2026-05-01T10:00:00Z
    files:
      src/dome.py: "def turn(n):\\n    return n * 3\\n"
      src/wall.py: "def paint():\\n    return 'white'\\n"
      memory/continuity.md: |
        # Continuity

        - The dome turns three steps
          <!-- id: dome-drive | anchors: src/dome.py#turn -->
        - The wall is white
          <!-- id: wall-colour | anchors: src/wall.py#paint -->
"""
CHANGED = '  - {date: 2026-05-02T10:00:00Z, tag: drift, replace: {src/dome.py: [["n * 3", "n * 4"]]}}\n'
DRIFT = [("dome-drive", "memory/continuity.md", 4)]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def run(folder: Path, *arguments: str) -> Any:
    return check(folder, "--select", "missing-anchor", "--select", "drifted-anchor", *arguments)


def verdict(report: Any, name: str) -> tuple[str, int, str | None]:
    return next((c["verdict"], c["skipped"], c["reason"]) for c in report["checked"] if c["check"] == name)


def remember(folder: Path, anchors: str) -> None:
    memory = folder / "memory"
    memory.mkdir(parents=True)
    memory.joinpath("continuity.md").write_text(f"# Continuity\n\n- Text\n  <!-- id: a-fact | anchors: {anchors} -->\n")


def test_the_commit_is_named_and_the_code_shown(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME + CHANGED)
    (found,) = run(folder).report["findings"]
    head = subprocess.check_output(["git", "-C", str(folder), "rev-parse", "drift"], text=True).strip()
    assert (found["check"], found["subject"], found["commit"]) == ("drifted-anchor", "dome-drive", head)
    assert found["related"] == [{"path": "src/dome.py", "line": 1, "message": f"changed in {head[:8]}"}]


@pytest.mark.parametrize("staged", [True, False])
def test_what_is_not_committed_is_drift_without_a_commit(tmp_path: Path, staged: bool) -> None:
    folder = build(tmp_path / "dome", DOME)
    folder.joinpath("src/dome.py").write_text("def turn(n):\n    return n * 5\n")
    if staged:
        git(folder, "add", ".")
        folder.joinpath("src/dome.py").write_text("def turn(n):\n    return n * 3\n")
    outcome = run(folder, *(["--staged"] if staged else []))
    assert outcome.findings("drifted-anchor") == DRIFT
    assert [f["commit"] for f in outcome.report["findings"]] == [None]
    assert not run(folder, "--rev", "HEAD").report["findings"]


def test_staged_removal_is_missing(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME)
    git(folder, "rm", "--cached", "src/dome.py")
    assert run(folder, "--staged").findings("missing-anchor") == DRIFT
    assert not run(folder).report["findings"]


def test_a_bare_clone_is_read_like_a_work_tree(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME + CHANGED)
    git(tmp_path, "clone", "--bare", str(folder), "bare.git")
    bare, full = (run(place, "--rev", "main").report for place in (tmp_path / "bare.git", folder))
    assert bare["findings"] == full["findings"] != []


def test_a_shallow_clone_knows_nothing_of_drift(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME + CHANGED)
    git(tmp_path, "clone", "--depth=1", f"file://{folder}", "shallow")
    report = run(tmp_path / "shallow").report
    assert verdict(report, "drifted-anchor")[0] == "not-checked"
    assert verdict(report, "missing-anchor") == ("pass", 0, None)


def test_a_missing_version_is_missing_evidence(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME + CHANGED)
    blob = subprocess.check_output(["git", "-C", str(folder), "rev-parse", "drift~:src/dome.py"], text=True).strip()
    for pack in folder.glob(".git/objects/pack/*.pack"):
        content = pack.read_bytes()
        for file in pack.parent.glob(f"{pack.stem}.*"):
            file.unlink()
        unpack = ["git", "-C", str(folder), "unpack-objects", "-q"]
        subprocess.run(unpack, input=content, check=True)
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    report = run(folder).report
    assert verdict(report, "drifted-anchor")[0] == "not-checked"
    assert verdict(report, "missing-anchor") == ("pass", 0, None)


def test_a_memory_below_the_root(tmp_path: Path) -> None:
    remember(tmp_path / "dome", "src/a.py#f, dome/src/a.py#f, b.py, ../b.py, src/b.py, ../../b.py")
    for path in ("dome/src/a.py", "b.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("def f(): ...\n")
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "all")
    claims = [f["message"].partition(" is anchored in ")[2] for f in run(tmp_path / "dome").report["findings"]]
    assert claims == ["../../b.py, which leaves the repository", "src/b.py, and there is no such file"]
    assert claims == [
        f["message"].partition(" is anchored in ")[2]
        for f in run(tmp_path / "dome", "--rev", "HEAD").report["findings"]
    ]


@pytest.mark.parametrize("arguments", [[], ["--staged"], ["--rev", "HEAD"]])
def test_links_out_are_missing_and_links_within_are_not_followed(tmp_path: Path, arguments: list[str]) -> None:
    folder = tmp_path / "dome"
    remember(folder, "out.py, far/b.py, absolute.py, within.py, near/a.py, loop.py, a.py")
    folder.joinpath("src").mkdir()
    folder.joinpath("src/a.py").write_text("x = 1\n")
    folder.joinpath("a.py").write_text("x = 1\n")
    tmp_path.joinpath("b.py").write_text("x = 1\n")
    targets = {"out.py": "../b.py", "far": "..", "absolute.py": "/etc/passwd", "within.py": "src/a.py", "near": "src"}
    for name, target in {**targets, "loop.py": "loop.py"}.items():
        folder.joinpath(name).symlink_to(target)
    git(folder, "init")
    git(folder, "commit", "--allow-empty", "-m", "first")
    git(folder, "add", ".")
    if "--rev" in arguments:
        git(folder, "commit", "-m", "all")
    report = run(folder, *arguments).report
    claims = [f["message"].partition(" is anchored in ")[2] for f in report["findings"]]
    assert claims == [f"{path}, which leaves the repository" for path in ("absolute.py", "far/b.py", "out.py")]
    assert verdict(report, "missing-anchor")[1] == 3


def test_a_submodule_is_another_repository(tmp_path: Path) -> None:
    folder = tmp_path / "dome"
    remember(folder, "vendor/lib/a.py#f, vendor/lib, vendor/library.py")
    folder.joinpath(".gitmodules").write_text('[submodule "lib"]\n\tpath = vendor/lib\n\turl = ../lib\n')
    outcome = run(folder)
    claim = "a-fact is anchored in vendor/library.py, and there is no such file"
    assert [f["message"] for f in outcome.report["findings"]] == [claim]
    assert verdict(outcome.report, "missing-anchor")[1] == 2


def test_a_rename_is_offered_only_where_the_file_is_now(tmp_path: Path) -> None:
    steps = """
  - {date: 2026-05-02T10:00:00Z, rename: {src/dome.py: src/drive.py}}
  - {date: 2026-05-03T10:00:00Z, rename: {src/drive.py: src/motor.py}, replace: {src/wall.py: [["white", "grey"]]}}
  - {date: 2026-05-04T10:00:00Z, delete: [src/wall.py]}
"""
    messages = [f["message"] for f in run(build(tmp_path / "dome", DOME + steps.lstrip("\n"))).report["findings"]]
    assert messages == [
        "dome-drive is anchored in src/dome.py#turn, and there is no such file; git renamed it to src/motor.py",
        "wall-colour is anchored in src/wall.py#paint, and there is no such file",
    ]


def test_without_history_no_rename_is_looked_for(tmp_path: Path) -> None:
    steps = "  - {date: 2026-05-02T10:00:00Z, rename: {src/dome.py: src/drive.py}}\n"
    folder = build(tmp_path / "dome", DOME + steps)
    (found,) = run(folder, "--no-history").report["findings"]
    assert found["message"] == "dome-drive is anchored in src/dome.py#turn, and there is no such file"


def test_without_git_anchors_are_looked_up_and_drift_is_not_checked(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME.replace("#turn", "#spin") + "git: false\n")
    report = run(folder).report
    assert [f["subject"] for f in report["findings"]] == ["dome-drive"]
    assert verdict(report, "drifted-anchor")[0] == "not-checked"


def test_what_was_not_there_at_the_last_look_did_not_drift(tmp_path: Path) -> None:
    steps = '  - {date: 2026-05-02T10:00:00Z, replace: {src/dome.py: [["turn", "spin"]]}}\n'
    folder = build(tmp_path / "dome", DOME.replace("#turn", "#spin") + steps)
    assert not run(folder).report["findings"]


def test_an_earlier_version_that_cannot_be_parsed(tmp_path: Path) -> None:
    steps = '  - {date: 2026-05-02T10:00:00Z, replace: {src/dome.py: [["turn(", "turn((("]]}}\n'
    steps += "  - {date: 2026-05-03T10:00:00Z, sessions: {2026-05-03-090000: [dome-drive]}}\n"
    steps += '  - {date: 2026-05-04T10:00:00Z, replace: {src/dome.py: [["turn(((", "turn("]]}}\n'
    report = run(build(tmp_path / "dome", DOME + steps)).report
    assert not report["findings"]
    outcome, skipped, reason = verdict(report, "drifted-anchor")
    assert (outcome, skipped) == ("not-checked", 1) and "cannot be parsed as Python, as it was" in (reason or "")


def test_line_ends_of_the_work_tree_are_layout(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME)
    folder.joinpath("src/dome.py").write_bytes(b"def turn(n):\r\n    return n * 3\r\n")
    assert not run(folder).report["findings"]


def test_a_file_that_git_converts_is_compared_as_it_is_committed(tmp_path: Path) -> None:
    steps = DOME.replace("src/dome.py#turn", "src/note.txt").replace(
        "      src/wall", '      src/note.txt: "$Id$\\n"\n      .gitattributes: "*.txt ident\\n"\n      src/wall'
    )
    folder = build(tmp_path / "dome", steps)
    folder.joinpath("src/note.txt").write_text("$Id: 0123456789abcdef $\n")
    report = run(folder).report
    assert not report["findings"]
    outcome, skipped, reason = verdict(report, "drifted-anchor")
    assert (outcome, skipped) == ("not-checked", 1) and "converted by git" in (reason or "")
    git(folder, "commit", "--allow-empty", "-m", "next")
    folder.joinpath("src/note.txt").write_text("$Id$\nnew\n")
    git(folder, "commit", "-am", "changed")
    folder.joinpath("src/note.txt").write_text("$Id: 0123456789abcdef $\nnew\n")
    assert run(folder).findings("drifted-anchor") == DRIFT


def test_of_many_changes_the_newest_are_told_or_an_older_one(tmp_path: Path) -> None:
    later = "".join(
        f"  - {{date: 2026-05-03T10:{n:02}:00Z, replace: {{src/dome.py: [['m = {n}', 'm = {n + 1}']]}}}}\n"
        for n in range(30)
    )
    start = DOME.replace("n * 3\\n", "n * 3\\nm = 0\\n")
    folder = build(tmp_path / "dome", start + CHANGED + later)
    (found,) = run(folder).report["findings"]
    head = subprocess.check_output(["git", "-C", str(folder), "rev-parse", "drift"], text=True).strip()
    assert found["commit"] == head and found["message"].endswith(f"at least in {head[:8]}")
    folder = build(tmp_path / "wall", start.replace("#turn", "#m") + later)
    (found,) = run(folder).report["findings"]
    assert found["message"].endswith("at least 20 times")


def test_a_missing_grammar_is_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    languages.parser.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_python", None)
    report = run(build(tmp_path / "dome", DOME + CHANGED)).report
    languages.parser.cache_clear()
    assert not report["findings"] and not report["problems"]
    for name in ("missing-anchor", "drifted-anchor"):
        assert verdict(report, name)[:2] == ("not-checked", 2)


def test_the_number_of_git_processes_does_not_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    command = process.command

    def counted(folder: Path, *arguments: str) -> list[str]:
        started.append(arguments[0])
        return command(folder, *arguments)

    monkeypatch.setattr(process, "command", counted)
    monkeypatch.setattr("verify.git.objects.command", counted)
    counts = []
    for number in (0, 1, 40):
        footers = "".join(
            f"        - F\n          <!-- id: f-{n} | anchors: a{n}.py, gone{n}.py -->\n" for n in range(number)
        )
        files = "".join(f'      a{n}.py: "x = {n}"\n      gone{n}.py: "y = {n}"\n' for n in range(number))
        gone = f"    delete: [{', '.join(f'gone{n}.py' for n in range(number))}]\n"
        news = "".join(f'      a{n}.py: "x = {n + 1}"\n' for n in range(number))
        steps = f"commits:\n  - files:\n{files}      memory/continuity.md: |\n        # C\n\n{footers}"
        steps += f"  - message: next\n{gone}" + (f"    files:\n{news}" if news else "")
        folder = build(tmp_path / str(number), steps)
        started.clear()
        assert len(run(folder).report["findings"]) == 2 * number
        counts.append(len(started))
    assert counts[0] < counts[1] == counts[2]


def test_nothing_is_loaded_where_nothing_is_anchored(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME.replace("anchors:", "notes:"))
    code = "import os, sys; from verify.__main__ import main; sys.argv = ['verify', 'check', sys.argv[1]]\n"
    code += "os._exit = sys.exit\n"
    code += "try:\n    main()\nexcept SystemExit:\n    pass\nsys.exit('tree_sitter' in sys.modules)"
    subprocess.run([sys.executable, "-c", code, str(folder)], check=True, capture_output=True)


def test_anchors_are_no_links_and_are_read_as_written() -> None:
    written = "`src/a.py#f()`, app/[id].tsx, [id]/b.ts#C::m, x.go#(*T).M, a.py#, none, src/a.py#f"
    footer = Footer("a-fact", (("anchors", written),), Location("memory/continuity.md"))
    fact = Fact(
        FactId("a-fact"),
        NodeKind.FACT,
        Store.LIVE,
        footer,
        footer.location,
        False,
        Checkbox.NONE,
        None,
        None,
        None,
        None,
    )
    assert list(anchors_of(fact)) == [
        Anchor("src/a.py", "f"),
        Anchor("app/[id].tsx", None),
        Anchor("[id]/b.ts", "C.m"),
        Anchor("x.go", "T.M"),
        Anchor("a.py", None),
    ]


def test_a_circle_of_links_ends(tmp_path: Path) -> None:
    folder = build(tmp_path / "dome", DOME)
    folder.joinpath("a").symlink_to("b/x")
    folder.joinpath("b").symlink_to("a/y")
    git(folder, "add", ".")
    from verify.git import Git  # noqa: PLC0415

    with Git.open(folder) or pytest.fail() as repository:
        assert GitSource(repository, repository.index()).link_leads_out("a/c.py") is False
