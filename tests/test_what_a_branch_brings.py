"""A branch is told what it brings, also where something of the kind stood there before."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.run_command import check, verify
from tests.test_judge import MEMORY, branched, commit, run_git

FIRST = "AKIA" + "Q7RDW2XN5MK4TVBE"
SECOND = "AKIA" + "Z3HFC6YP2LJ8SGUD"
HEADER = "-----BEGIN RSA " + "PRIVATE KEY-----"
TAG = " <!-- lint:allow-secret-material -->"
FILE = "memory/continuity.md"


def since(root: Path, name: str) -> list[tuple[str, str | None, int | None]]:
    return check(root, "--since", "main").findings(name)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("secret-material", f"- until May {FIRST}\n", f"- until June {SECOND}\n"),
        ("secret-material", f"- {HEADER}\n", f"- {HEADER}\n"),
        ("secret-material", f"- until May {FIRST}{TAG}\n", f"- until June {SECOND}\n"),
        ("personal-data", "- ask rosa.lind@kornhaus.de\n", "- ask mia.berg@kornhaus.de\n"),
    ],
)
def test_one_more_value_in_a_file_that_had_one_is_new(tmp_path: Path, name: str, old: str, new: str) -> None:
    root = branched(tmp_path / "r", {FILE: MEMORY + old}, {}, {FILE: f"{MEMORY}{old}\n{new}"})
    assert since(root, name) == [(FILE, FILE, 7)]
    run_git(root, "reset", "-q", "--soft", "main")
    assert check(root, "--staged").findings(name) == [(FILE, FILE, 7)]
    for form in ("text", "json", "sarif", "markdown", "github", "gitlab", "junit", "html"):
        shown = verify("check", root, "--staged", "--format", form).stdout
        assert shown
        assert not [value for value in (FIRST, SECOND, "mia.berg") if value in shown]


@pytest.mark.parametrize("text", [f"- until May {FIRST}\n", f"- {HEADER}\n", "- ask rosa.lind@kornhaus.de\n"])
def test_a_value_that_moves_within_its_file_is_not_new(tmp_path: Path, text: str) -> None:
    after = MEMORY.replace("# Continuity\n", f"# Continuity\n\n- another line\n{text}")
    root = branched(tmp_path / "r", {FILE: MEMORY + text}, {}, {FILE: after})
    assert since(root, "secret-material") == since(root, "personal-data") == []
    assert check(root, "--since", "main").report["summary"]["existing"] > 0


def test_a_value_in_the_place_of_another_is_new(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {FILE: f"{MEMORY}- {FIRST}\n"}, {}, {FILE: f"{MEMORY}- {SECOND}\n"})
    assert since(root, "secret-material") == [(FILE, FILE, 5)]


def test_a_moved_memory_brings_none_of_its_values(tmp_path: Path) -> None:
    text = f"{MEMORY}- {FIRST}\n"
    moved = {FILE: None, "agents/memory/continuity.md": text, "verify.toml": 'memory = ["agents/memory"]'}
    root = branched(tmp_path / "r", {FILE: text, "verify.toml": 'memory = ["memory"]\n'}, {}, moved)
    assert check(root, "--since", "main").status == 0


@pytest.mark.parametrize("before", ["", f"- until May {FIRST}{TAG}\n", f"- until May {FIRST}\n"])
def test_a_value_that_the_branch_tags_is_listed_with_its_reason(tmp_path: Path, before: str) -> None:
    root = branched(
        tmp_path / "r", {FILE: MEMORY + before}, {}, {FILE: f"{MEMORY}{before}- until June {SECOND}{TAG}\n"}
    )
    report = check(root, "--since", "main").report
    assert report["summary"]["suppressed"] == 1
    assert [f["reason"] for f in report["findings"] if f["suppressed"]] == [
        "the line is tagged lint:allow-secret-material"
    ]
    assert "ignored: secret-material memory/continuity.md" in verify("check", root, "--since", "main").stdout


def test_a_value_whose_tag_the_branch_removes_is_told(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {FILE: f"{MEMORY}- {FIRST}{TAG}\n"}, {}, {FILE: f"{MEMORY}- {FIRST}\n"})
    assert since(root, "secret-material") == [(FILE, FILE, 5)]


ANCHORED = "# Continuity\n\n- Three\n  <!-- id: retry | anchors: {} -->\n"
SWAPS = [
    ("dangling-link", {FILE: MEMORY}, {FILE: MEMORY.replace("no-where", "not-here")}),
    ("missing-anchor", {FILE: ANCHORED.format("src/a.py")}, {FILE: ANCHORED.format("src/b.py")}),
]


@pytest.mark.parametrize(("name", "before", "after"), SWAPS)
def test_a_fault_in_the_place_of_another_is_new(
    tmp_path: Path, name: str, before: dict[str, str], after: Mapping[str, str]
) -> None:
    root = branched(tmp_path / "r", before, {}, after)
    assert len(since(root, name)) == 1
    commit(root, before)
    assert since(root, name) == []
