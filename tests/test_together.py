"""Memories and instruction files of one repository, compared: when they are, and what is said where that cannot be."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.run_command import Outcome, build, check
from verify.git import process
from verify.graph.stores.divergence import Divergence, may_diverge
from verify.graph.stores.replacements import any_alike, replacements
from verify.model.history import Change, Commit
from verify.model.instructions import InstructionFile, InstructionHistory, Rule
from verify.model.location import BlobId, CommitId
from verify.readers.instructions.rules import outside_code, read_rules

RULES = "- An order that fails is tried three times before it is given up.\n- Prices are whole cents everywhere.\n"
CHANGED = RULES.replace("three", "five")
MEMORY = {"memory/continuity.md": "# Continuity\n"}


def planted(folder: Path, *steps: dict[str, Any]) -> Path:
    commits = [
        {"date": f"2026-05-{day:02}T10:00:00Z", **(step if "files" in step else {"files": step})}
        for day, step in enumerate(steps, 1)
    ]
    return build(folder, json.dumps({"commits": commits}))


def verdict(outcome: Outcome, name: str) -> tuple[str, str | None] | None:
    return next(((c["verdict"], c["reason"]) for c in outcome.report["checked"] if c["check"] == name), None)


def diverged(outcome: Outcome) -> list[str]:
    return [subject for subject, _, _ in outcome.findings("diverged-rule")]


def test_a_single_memory_is_asked_nothing_and_pays_nothing(tmp_path: Path) -> None:
    root = planted(tmp_path, {**MEMORY, "CLAUDE.md": RULES})
    (root / ".clinerules").mkdir()
    (root / "AGENTS.md").write_bytes(b"\xff")
    assert verdict(check(root), "diverged-rule") is None
    (root / "AGENTS.md").unlink()
    (root / ".clinerules").rmdir()
    code = (
        "import sys; from tests.run_command import check; from pathlib import Path; "
        f"check(Path({str(root)!r})); print([n for n in sys.modules if 'stores.' in n or 'together' in n])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = [name for name in ("verify.readers.together", "verify.readers.instructions.rules") if name in done.stdout]
    assert not loaded


def test_no_report_lists_it_as_a_memory(tmp_path: Path) -> None:
    report = check(planted(tmp_path, {**MEMORY, "CLAUDE.md": RULES, "AGENTS.md": RULES})).report
    assert [store["format"] for store in report["stores"]] == ["agent-memory"]
    assert {"diverged-rule", "id-in-two-stores"} <= {result["check"] for result in report["checked"]}


@pytest.mark.parametrize(
    "path", [".cursorrules", ".windsurfrules", ".clinerules", ".clinerules/orders.md", ".cursor/rules/orders.mdc"]
)
def test_each_file_that_tells_an_agent_how_to_work_is_read(tmp_path: Path, path: str) -> None:
    root = planted(tmp_path, {**MEMORY, "AGENTS.md": RULES, path: RULES}, {path: CHANGED})
    assert diverged(check(root)) == [path]


def test_what_is_changed_in_the_second_file_later_is_one_rule_again(tmp_path: Path) -> None:
    both = {"AGENTS.md": RULES, "GEMINI.md": RULES}
    root = planted(tmp_path, {**MEMORY, **both}, {"AGENTS.md": CHANGED}, {"GEMINI.md": CHANGED})
    assert diverged(check(root)) == []
    assert diverged(check(root, "--rev", "HEAD~1")) == ["AGENTS.md"]


def test_a_change_on_a_branch_is_the_branch_s_and_not_the_merge_s(tmp_path: Path) -> None:
    root = planted(
        tmp_path,
        {**MEMORY, "AGENTS.md": RULES, "GEMINI.md": RULES},
        {"branch": "side", "files": {"AGENTS.md": CHANGED}},
        {"branch": "main", "files": {"other.txt": "x"}},
        {"merge": "side", "files": {}},
    )
    (finding,) = (f for f in check(root).report["findings"] if f["check"] == "diverged-rule")
    assert (finding["path"], finding["line"]) == ("AGENTS.md", 1)
    side = subprocess.run(["git", "-C", str(root), "rev-parse", "side"], capture_output=True, text=True, check=True)
    assert finding["commit"] == side.stdout.strip()
    assert [related["path"] for related in finding["related"]] == ["GEMINI.md"]


def test_a_link_to_the_other_file_is_the_same_file(tmp_path: Path) -> None:
    root = planted(tmp_path, {**MEMORY, "AGENTS.md": RULES, "GEMINI.md": RULES}, {"AGENTS.md": CHANGED})
    (root / "GEMINI.md").unlink()
    (root / "GEMINI.md").symlink_to("AGENTS.md")
    assert verdict(check(root), "diverged-rule") is None


@pytest.mark.parametrize("spoil", [lambda root: shutil.rmtree(root / ".git"), None])
def test_without_history_only_ids_are_compared(tmp_path: Path, spoil: Callable[[Path], None] | None) -> None:
    files = {"AGENTS.md": f"{RULES}\n- Rye <!-- id: flour -->\n", "GEMINI.md": f"{RULES}\n- Oats <!-- id: flour -->\n"}
    root = planted(tmp_path, {**MEMORY, **files}, {"AGENTS.md": f"{CHANGED}\n- Rye <!-- id: flour -->\n"})
    if spoil:
        spoil(root)
    outcome = check(root) if spoil else check(root, "--no-history")
    assert diverged(outcome) == ["GEMINI.md"]
    (root / "GEMINI.md").write_text(f"{RULES}\n- Rye <!-- id: flour -->\n", encoding="utf-8")
    told = verdict(check(root) if spoil else check(root, "--no-history"), "diverged-rule")
    assert told is not None
    assert told[0] == "not-checked"


def test_the_number_of_processes_does_not_grow_with_the_versions(tmp_path: Path) -> None:
    texts = [RULES.replace("three", word) for word in ("four", "five", "six", "seven", "eight", "nine")]
    counts = []
    for number in (1, 6):
        steps = ({"AGENTS.md": text} for text in texts[:number])
        root = planted(tmp_path / str(number), {**MEMORY, "AGENTS.md": RULES, "GEMINI.md": RULES}, *steps)
        with patch("verify.git.repository.run", wraps=process.run) as started:
            check(root, "--select", "stores", "--no-cache")
        counts.append(started.call_count)
    assert counts[0] == counts[1]


def test_many_rules_of_one_commit_are_one_finding(tmp_path: Path) -> None:
    rules = "".join(f"- The oven of number {n} is cleaned on day {n} of each month.\n" for n in range(5))
    root = planted(
        tmp_path,
        {**MEMORY, "AGENTS.md": rules, "GEMINI.md": rules},
        {"AGENTS.md": rules.replace("cleaned", "checked")},
    )
    (finding,) = (f for f in check(root).report["findings"] if f["check"] == "diverged-rule")
    assert "4 more changed so" in finding["message"]


def test_hostile_files_end_in_no_traceback(tmp_path: Path) -> None:
    root = planted(tmp_path, {**MEMORY, "AGENTS.md": RULES, "GEMINI.md": RULES})
    (root / "AGENTS.md").write_bytes(b"\xff\xfe" * 100)
    (root / "GEMINI.md").write_text("<!-- begin " * 20000 + "```\n" * 999 + "- " * 9999, encoding="utf-8")
    (root / ".clinerules").mkdir()
    (root / ".clinerules" / "a.md").write_text("x" * 2_000_000, encoding="utf-8")
    (root / ".cursorrules").write_text("---\n" + "- a <!-- id: \n" * 5000, encoding="utf-8")
    outcome = check(root)
    assert outcome.status in {0, 1}
    assert diverged(outcome) == []


_LINES = st.lists(
    st.sampled_from(["- rule", "  and more", "a paragraph", "", "# Heading", "```", "~~~", "| a |", "> q", "1. two"]),
    max_size=14,
)


@given(_LINES)
def test_each_rule_begins_on_its_line_and_outside_code(lines: list[str]) -> None:
    outside = list(outside_code(lines))
    for rule in read_rules("\n".join(lines)):
        first = lines[rule.line - 1]
        assert first in outside
        assert rule.text.split()[0] in first
        assert not first.startswith(("#", "|", ">", "```", "~~~"))


_STATES = st.lists(
    st.sampled_from(
        [
            *("- rule", "  and more", "a paragraph", "", "", "\t", "    code", "\tcode", "# Heading", "```", "~~~"),
            *("---", "key: v", "<!-- id: a-b -->", "<!-- a", "b -->", "<!-- begin -->", "<!-- end -->", "* * *"),
        ]
    ),
    max_size=16,
)


@settings(max_examples=400)
@given(_STATES)
def test_rules_read_part_by_part_are_those_of_the_whole(lines: list[str]) -> None:
    # Parts end at an empty line only.
    whole = "\n".join(line or " " for line in lines)
    assert read_rules("\n".join(lines)) == read_rules(whole)


_WORDS = st.lists(st.sampled_from(["alpha beta gamma", "alpha beta delta", "one two", "one two four"]), max_size=6)


@given(_WORDS, _WORDS)
def test_each_rule_is_replaced_at_most_once_and_by_none_that_stood_there(old: list[str], new: list[str]) -> None:
    olds, news = ([Rule(text, line) for line, text in enumerate(texts, 1)] for texts in (old, new))
    pairs = list(replacements(olds, news, str, 60.0))
    for side in zip(*((a.line, b.line) for a, b in pairs), strict=True):
        assert len(set(side)) == len(side)
    assert all(a.text not in new and b.text not in old for a, b in pairs)


_TEXTS = st.sampled_from(
    [
        "An order that fails is tried three times",
        "An order that fails is tried five times",
        "**An order** that fails is tried five times.",
        "Prices are whole cents, always",
        "Prices are whole euros, always",
        "Bread is delivered by bicycle in the morning",
    ]
)
_RULES = st.lists(_TEXTS, min_size=1, max_size=3, unique=True)
_LATER = st.lists(st.tuples(st.sampled_from(["AGENTS.md", "CLAUDE.md"]), _RULES), max_size=4)


@settings(max_examples=400)
@given(_RULES, _LATER)
def test_what_diverged_is_seen_without_the_history(first: list[str], later: list[tuple[str, list[str]]]) -> None:
    versions: dict[BlobId, tuple[Rule, ...]] = {}
    steps = [("AGENTS.md", first), ("CLAUDE.md", first), *later]
    now: dict[str, BlobId] = {}
    commits: list[Commit] = []
    for at, (path, texts) in enumerate(steps):
        blob, parents = BlobId(f"blob {at}"), tuple(commit.id for commit in commits[-1:] if commit.id)
        versions[blob] = tuple(Rule(text, line) for line, text in enumerate(texts, 1))
        change = Change(path, now.get(path), blob)
        commits.append(Commit(CommitId(f"{at}"), parents, at, at, ((change,),)))
        now[path] = blob
    group = [InstructionFile(path, [], versions[blob], "") for path, blob in sorted(now.items())]
    found = list(Divergence(group, InstructionHistory(tuple(commits), versions)).rules())
    event(f"{len(found)} diverged")
    assert may_diverge(group) or not found


@pytest.mark.parametrize(("each", "may"), [(300, False), (400, True)])
def test_what_is_too_much_to_compare_may_be_alike(each: int, may: bool) -> None:
    digits = {f"{number:03}" for number in range(each)}
    letters = {text.translate(str.maketrans("0123456789", "abcdefghij")) for text in digits}
    pair = digits, letters
    assert any_alike([pair], 75.0) is may


def test_files_with_nothing_alike_need_no_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = planted(tmp_path, {**MEMORY, "AGENTS.md": RULES, "GEMINI.md": "- Bread is delivered by bicycle.\n"})
    traced = tmp_path / "processes"
    monkeypatch.setenv("GIT_TRACE", str(traced))
    check(root)
    assert "GEMINI.md" not in traced.read_text(encoding="utf-8")
    (root / "GEMINI.md").write_text(CHANGED, encoding="utf-8")
    check(root)
    assert "GEMINI.md" in traced.read_text(encoding="utf-8")


def test_a_note_that_moved_or_that_git_ignores_is_not_missing(tmp_path: Path) -> None:
    kept = {"memory/2026-05-01.md": "# 2026-05-01\n", "MEMORY.md": "- Rye (source: memory/2026-04-30.md)\n"}
    root = planted(tmp_path, {**kept, "old/2026-04-30.md": "# 2026-04-30\n"}, {"memory/2026-05-02.md": "x\n"})
    assert check(root).findings("missing-source-note") == []
    (root / "old" / "2026-04-30.md").unlink()
    subprocess.run(["git", "-C", str(root), "rm", "-q", "--cached", "old/2026-04-30.md"], check=True)
    assert check(root).findings("missing-source-note") == [("2026-04-30", "MEMORY.md", 1)]
    (root / ".gitignore").write_text("memory/2026-04-*\n", encoding="utf-8")
    assert check(root).findings("missing-source-note") == []


def test_the_commit_that_removed_a_note_is_named(tmp_path: Path) -> None:
    root = planted(
        tmp_path,
        {"memory/2026-05-01.md": "# 2026-05-01\n", "MEMORY.md": "Source: memory/2026-05-01.md#L1\n"},
        {"files": {}, "delete": ["memory/2026-05-01.md"]},
    )
    (finding,) = (f for f in check(root).report["findings"] if f["check"] == "missing-source-note")
    assert "it went with " in finding["message"]
    told = verdict(check(root, "--no-history"), "missing-source-note")
    assert told is not None
    assert told[0] == "not-checked"


def test_an_ignore_excuses_no_rule_that_is_changed_later(tmp_path: Path) -> None:
    ignore = '[[ignore]]\ncheck = "diverged-rule"\npath = "AGENTS.md"\nreason = "one agent bakes"\n'
    footer = "\n- Rye <!-- id: flour -->\n"
    root = planted(
        tmp_path,
        {**MEMORY, "AGENTS.md": RULES, ".cursorrules": RULES + footer.replace("Rye", "Oats")},
        {"AGENTS.md": CHANGED},
        {"verify.toml": ignore.replace("AGENTS.md", ".cursorrules") + ignore, "GEMINI.md": footer},
        {"AGENTS.md": CHANGED.replace("cents", "euros")},
    )
    found = [f for f in check(root).report["findings"] if f["check"] == "diverged-rule"]
    (fresh,) = (finding for finding in found if not finding["suppressed"])
    assert (fresh["path"], "euros" in fresh["message"]) == ("AGENTS.md", True)
    assert sorted(finding["path"] for finding in found if finding["suppressed"]) == [".cursorrules", "AGENTS.md"]
