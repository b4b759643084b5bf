"""A branch is judged by the configuration of what it is to be merged into, so that it cannot excuse itself."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.run_command import build, check, verify

IGNORE = '[[ignore]]\ncheck = "dangling-link"\nsubject = "{}"\nreason = "agreed"\n'
ENTRY = '{{"check": "dangling-link", "path": "memory/continuity.md", "subject": "{}", "reason": "agreed"}}\n'
BROKEN = "- {0}\n  <!-- id: {0} | depends-on: no-where -->\n"
MEMORY = "# Continuity\n\n" + BROKEN.format("old-fact")


def run_git(root: Path, *command: str) -> None:
    subprocess.run(["git", "-C", str(root), *command], check=True, capture_output=True)


def commit(root: Path, files: Mapping[str, str | None]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink()
        else:
            file.write_text(text)
    run_git(root, "add", "-A")
    run_git(root, "commit", "-qm", "change")


def branched(
    root: Path, base: Mapping[str, str], later: Mapping[str, str | None], branch: Mapping[str, str | None]
) -> Path:
    """A repository on a branch; what its base got later lies on ``main``."""
    build(root, "commits: [{date: 2026-03-01T10:00:00Z, files: {README.md: x}}]")
    commit(root, {"memory/continuity.md": MEMORY, **base})
    run_git(root, "checkout", "-q", "-b", "side")
    if later:
        run_git(root, "checkout", "-q", "main")
        commit(root, later)
        run_git(root, "checkout", "-q", "side")
    commit(root, branch)
    return root


def names(outcome_check: str, root: Path, *arguments: str) -> list[str]:
    return [subject for subject, _, _ in check(root, "--since", "main", *arguments).findings(outcome_check)]


NEW = {"memory/continuity.md": MEMORY + BROKEN.format("new-fact")}
LISTED = {"verify.toml": 'baseline = "b.jsonl"\n', "b.jsonl": ENTRY.format("old-fact")}


@pytest.mark.parametrize(
    ("base", "excuse"),
    [
        ({}, {"verify.toml": IGNORE.format("new-fact")}),
        ({"verify.toml": ""}, {"verify.toml": IGNORE.format("new-fact")}),
        ({"verify.toml": ""}, {"verify.toml": 'fail-on = "never"\n'}),
        ({"verify.toml": ""}, {"verify.toml": '[severity]\ndangling-link = "note"\n'}),
        ({"verify.toml": ""}, {"verify.toml": None, "pyproject.toml": '[tool.verify]\nfail-on = "never"\n'}),
        (LISTED, {"b.jsonl": ENTRY.format("old-fact") + ENTRY.format("new-fact")}),
        (LISTED, {"verify.toml": 'baseline = "c.jsonl"\n', "c.jsonl": ENTRY.format("new-fact")}),
        ({}, {"verify.toml": 'baseline = "b.jsonl"\n', "b.jsonl": ENTRY.format("new-fact")}),
    ],
)
def test_a_branch_does_not_excuse_itself(
    tmp_path: Path, base: Mapping[str, str], excuse: Mapping[str, str | None]
) -> None:
    root = branched(tmp_path / "r", base, {}, {**NEW, **excuse})
    outcome = check(root, "--since", "main")
    assert (outcome.status, outcome.findings("dangling-link")) == (1, [("new-fact", "memory/continuity.md", 6)])
    who = "the configuration of main (" if base else "the defaults, since main ("
    assert outcome.report["judged_by"].startswith(who)
    assert f"\njudged by {who}" in verify("check", root, "--since", "main").stdout
    config = str(root / ("verify.toml" if (root / "verify.toml").exists() else "pyproject.toml"))
    assert check(root, "--since", "main", "--config", config).report["judged_by"] is None


def test_what_the_base_accepts_since_the_branch_left_counts(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {}, {"verify.toml": IGNORE.format("new-fact")}, NEW)
    outcome = check(root, "--since", "main")
    assert (outcome.status, outcome.report["summary"]["suppressed"]) == (0, 1)


def test_a_baseline_of_the_base_counts(tmp_path: Path) -> None:
    both = {"verify.toml": LISTED["verify.toml"], "b.jsonl": ENTRY.format("old-fact") + ENTRY.format("new-fact")}
    outcome = check(branched(tmp_path / "r", both, {}, NEW), "--since", "main")
    assert (outcome.status, outcome.report["summary"]["baselined"], outcome.report["judged_by"]) == (0, 1, None)


def test_a_named_configuration_or_baseline_wins(tmp_path: Path) -> None:
    root = branched(
        tmp_path / "r", {}, {}, {**NEW, "own.toml": IGNORE.format("new-fact"), "b": ENTRY.format("new-fact")}
    )
    assert check(root, "--since", "main", "--config", str(root / "own.toml")).status == 0
    outcome = check(root, "--since", "main", "--baseline", str(root / "b"))
    assert (outcome.status, outcome.report["summary"]["baselined"]) == (0, 1)
    assert check(root, "--since", "main", "--baseline", str(root / "b"), "--no-ignores").status == 1


def test_options_on_the_command_line_win(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {"verify.toml": 'fail-on = "error"\n'}, {}, NEW)
    assert check(root, "--since", "main", "--fail-on", "never").status == 0


TWO = {"verify.toml": 'memory = ["parts/shop/memory"]\n', "parts/shop/memory/continuity.md": "# Continuity\n"}


@pytest.mark.parametrize("before", ["", 'memory = ["memory"]\n'])
def test_a_branch_does_not_hide_a_memory(tmp_path: Path, before: str) -> None:
    root = branched(tmp_path / "r", {"verify.toml": before}, {}, {**NEW, **TWO})
    outcome = check(root, "--since", "main")
    assert [store["path"] for store in outcome.report["stores"] if store["checked"]] == ["parts/shop/memory", "memory"]
    assert outcome.findings("dangling-link") == [("new-fact", "memory/continuity.md", 6)]


def test_a_branch_can_add_a_memory_and_is_blamed_for_nothing_else(tmp_path: Path) -> None:
    shop = {**TWO, "verify.toml": 'memory = ["memory", "parts/shop/memory"]\n'}
    shop["parts/shop/memory/continuity.md"] = MEMORY.replace("old-fact", "shop-fact")
    root = branched(tmp_path / "r", {"verify.toml": 'memory = ["memory"]\n'}, {}, dict(shop))
    assert names("dangling-link", root) == ["shop-fact"]


def test_a_branch_can_move_a_memory(tmp_path: Path) -> None:
    moved = {
        "memory/continuity.md": None,
        "agents/memory/continuity.md": MEMORY,
        "verify.toml": 'memory = ["agents/memory"]',
    }
    root = branched(tmp_path / "r", {"verify.toml": 'memory = ["memory"]\n'}, {}, moved)
    outcome = check(root, "--since", "main")
    assert (outcome.status, outcome.findings("dangling-link")) == (0, [])


_EXCUSED = "; what the checked one excuses counts once merged"


@pytest.mark.parametrize(
    ("base", "why"),
    [
        ({}, r"the defaults, since main \([0-9a-f]{8}\) has no configuration" + _EXCUSED),
        ({"verify.toml": ""}, r"the configuration of main \([0-9a-f]{8}\), from which the checked one differs; .*"),
        ({"pyproject.toml": "[tool.other]\n"}, r"the defaults, since main \(.* has no configuration" + _EXCUSED),
    ],
)
def test_a_base_without_configuration_is_not_said_to_have_one(tmp_path: Path, base: dict[str, str], why: str) -> None:
    root = branched(tmp_path / "r", base, {}, {**NEW, "verify.toml": IGNORE.format("new-fact")})
    outcome = check(root, "--since", "main")
    assert (outcome.status, names("dangling-link", root)) == (1, ["new-fact"])
    assert re.fullmatch(why, outcome.report["judged_by"]), outcome.report["judged_by"]
    commit(root, {"verify.toml": "# all as usual\n" if base else None})
    assert check(root, "--since", "main").report["judged_by"] is None


@pytest.mark.parametrize(
    ("broken", "repair"),
    [
        ({"verify.toml": "fail-onn = 1"}, {"verify.toml": ""}),
        ({"verify.toml": 'baseline = "b.jsonl"\n', "b.jsonl": "<<<<<<< HEAD\n"}, {"b.jsonl": ENTRY.format("old-fact")}),
        ({"verify.toml": 'baseline = "b.jsonl"\n'}, {"b.jsonl": ENTRY.format("old-fact")}),
        ({"verify.toml": "", "pyproject.toml": "[tool.verify]"}, {"verify.toml": None}),
    ],
)
def test_a_broken_configuration_of_the_base_can_be_repaired(
    tmp_path: Path, broken: dict[str, str], repair: Mapping[str, str | None]
) -> None:
    root = branched(tmp_path / "r", broken, {}, repair)
    outcome = check(root, "--since", "main")
    assert outcome.status == 0, outcome.stdout
    assert outcome.report["judged_by"].startswith("the defaults, since the configuration of main (")
    commit(root, {**NEW, "verify.toml": IGNORE.format("new-fact"), "pyproject.toml": ""})
    assert check(root, "--since", "main").status == 1


def test_a_baseline_in_the_memory_of_the_base_excuses_nothing_and_can_be_moved(tmp_path: Path) -> None:
    inside = {"verify.toml": 'baseline = "memory/b.jsonl"\n', "memory/b.jsonl": ENTRY.format("new-fact")}
    root = branched(tmp_path / "r", inside, {}, {**NEW, **LISTED, "memory/b.jsonl": None})
    assert names("dangling-link", root) == ["new-fact"]
    commit(
        root,
        {"memory/continuity.md": NEW["memory/continuity.md"].replace("new-fact | depends-on: no-where", "new-fact")},
    )
    assert check(root, "--since", "main").status == 0


def test_a_broken_configuration_of_the_branch_is_an_error(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {"verify.toml": ""}, {}, {"verify.toml": "fail-onn = 1"})
    outcome = verify("check", root, "--since", "main")
    assert (outcome.status, outcome.stderr.count("\n")) == (2, 1)


def test_an_idle_ignore_is_told_to_the_branch_that_brings_it(tmp_path: Path) -> None:
    old = IGNORE.format("gone-fact")
    root = branched(tmp_path / "r", {"verify.toml": old}, {}, {"verify.toml": old + "\n" + IGNORE.format("no-fact")})
    assert names("unused-ignore", root) == ["no-fact"]
    assert len(check(root).findings("unused-ignore")) == 2
    assert names("unused-ignore", root, "--no-ignores") == []


def test_an_ignore_of_what_stood_before_is_not_called_idle(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {"verify.toml": ""}, {}, {"verify.toml": IGNORE.format("old-fact")})
    outcome = check(root, "--since", "main", "--fail-on", "note", "--ignore", "unlogged-work")
    assert (outcome.status, outcome.report["findings"]) == (0, [])


def test_a_branch_that_mends_and_shortens_the_baseline_passes(tmp_path: Path) -> None:
    mended = {"memory/continuity.md": MEMORY.replace(" | depends-on: no-where", "")}
    root = branched(tmp_path / "r", LISTED, {}, dict(mended))
    assert names("unused-baseline-entry", root) == ["old-fact"]
    assert check(root, "--since", "main", "--strict", "--ignore", "unlogged-work").status == 0
    commit(root, {"b.jsonl": ""})
    assert names("unused-baseline-entry", root) == []


def test_a_staged_idle_ignore_is_new(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {"verify.toml": IGNORE.format("gone-fact")}, {}, {"README.md": "y"})
    (root / "verify.toml").write_text(IGNORE.format("gone-fact") + "\n" + IGNORE.format("no-fact"))
    run_git(root, "add", "-A")
    assert [subject for subject, _, _ in check(root, "--staged").findings("unused-ignore")] == ["no-fact"]


def test_the_index_judges_what_is_staged(tmp_path: Path) -> None:
    root = branched(tmp_path / "r", {}, {}, {"README.md": "y"})
    for name, text in {**NEW, "verify.toml": IGNORE.format("new-fact")}.items():
        (root / name).write_text(text)
    run_git(root, "add", "-A")
    assert check(root, "--staged").status == 0


DRIFT = '[[ignore]]\ncheck = "decision-drift"\nsubject = "queue-choice"\nreason = "agreed"\n'
DECIDED = "# Continuity\n\n## Key Decisions\n\n- One queue for all ovens of the bakery\n  <!-- id: queue-choice -->\n"
OTHERWISE = DECIDED.replace("One queue for all ovens", "A queue of its own for each oven")


@pytest.mark.parametrize("later", [{}, {"verify.toml": DRIFT}])
def test_writing_an_ignore_of_the_base_again_excuses_no_change(tmp_path: Path, later: Mapping[str, str | None]) -> None:
    before = {} if later else {"verify.toml": DRIFT}
    root = branched(tmp_path / "r", {"memory/continuity.md": DECIDED, **before}, later, {"verify.toml": "\n"})
    commit(root, {"memory/continuity.md": OTHERWISE})
    commit(root, {"verify.toml": DRIFT})
    assert names("decision-drift", root) == ["queue-choice"]


@pytest.mark.parametrize(("digits", "told"), [(7, ["queue-choice"]), (39, ["queue-choice"]), (40, [])])
def test_a_commit_of_the_branch_is_accepted_by_its_whole_name_only(
    tmp_path: Path, digits: int, told: list[str]
) -> None:
    root = branched(
        tmp_path / "r", {"memory/continuity.md": DECIDED}, {"README.md": "later"}, {"memory/continuity.md": OTHERWISE}
    )
    named = check(root, "--since", "main").report["findings"]
    changed = next(finding["commit"] for finding in named if finding["check"] == "decision-drift")
    run_git(root, "checkout", "-q", "main")
    commit(root, {"verify.toml": DRIFT + f'commit = "{changed[:digits]}"\n'})
    run_git(root, "checkout", "-q", "side")
    assert names("decision-drift", root) == told
