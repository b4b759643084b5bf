"""What a session says it was asked for and delivered, and its impression: how they are read, and what git is asked."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.run_command import Outcome, build, check
from verify.model.intention import Claimed, Intention, Part
from verify.model.location import Day
from verify.model.session import Session
from verify.readers.session import read_session

STEM = "2026-05-04-090000"
LOG = f"memory/sessions/{STEM}.md"
MILL = """
commits:
  - date: 2026-05-01T10:00:00Z
    files: {memory/continuity.md: "# Continuity\\n", old/stove.py: "HEAT = 1\\n", src/mill/stone.py: "STONES = 2\\n"}
  - {date: 2026-05-02T10:00:00Z, branch: side, tag: side-work, files: {src/side.py: "SIDE = 1\\n"}}
  - {date: 2026-05-03T10:00:00Z, delete: [old/stove.py], branch: main}
"""


def session(text: str) -> Session:
    return read_session(LOG, STEM, Day("2026-05-04"), True, text)


def intention(body: str) -> Intention:
    (found,) = session(f"# Session\n\n## Intent\n\n{body}\n").intentions
    return found


def delivered(text: str) -> list[tuple[tuple[int, ...], bool]]:
    return [(item.numbers, item.answers) for item in intention(f"**Delivered:**\n{text}").delivered]


def claimed(text: str) -> list[tuple[str, str]]:
    (item,) = intention(f"**Delivered:**\n1. {text}").delivered
    return [(claim.kind.value, claim.name) for claim in item.claims]


@pytest.mark.parametrize(
    "heading",
    ["## Intent", "### INTENT:", "## **Intent** (of today)", "Intent\n------", "## intent ##", "## _Intent_"],
)
def test_the_heading_has_many_spellings(heading: str) -> None:
    assert len(session(f"{heading}\n\n**Asked:** x\n").intentions) == 1
    other = heading.replace("INTENT", "IMPRESSION").replace("ntent", "mpression")
    assert len(session(f"# Session\n\n{other}\n\n- x\n").impressions) == 1


@pytest.mark.parametrize(
    "text",
    ["# Intent", "#### Intent", "## Intent today", "Intent: bread", "```\n## Intent\n```", "<!--\n## Intent\n-->"],
)
def test_other_lines_are_no_heading(text: str) -> None:
    assert session(f"# Session\n\n{text}\n\nmore\n").intentions == ()


@pytest.mark.parametrize(
    ("body", "parts"),
    [
        ("### Asked\n### Interpreted (freely)\n### Delivered:", {*Part}),
        ("**Asked:** x\n__Interpreted__ y\n- **Delivered (all of it):**", {*Part}),
        ("Asked: x\n> Interpreted: y\n* delivered: z", {*Part}),
        ("#### Asked\n**Interpreted**", {Part.ASKED, Part.INTERPRETED}),
        ("<!-- ### Asked -->\n```\n### Delivered\n```\n**Interpreted**", {Part.INTERPRETED}),
        ("We were asked: x", set()),
    ],
)
def test_parts_are_headings_or_labels(body: str, parts: set[Part]) -> None:
    assert intention(body).parts == parts


def test_a_part_ends_at_a_heading_of_its_own_level() -> None:
    found = intention("### Asked\n1. a\n#### Detail\n2. b\n### Notes\n3. c\n### Delivered\n1. x")
    assert [(item.number, item.line) for item in found.asked] == [(1, 6), (2, 8)]
    assert [(item.numbers, item.line) for item in found.delivered] == [((1,), 12)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. done\n2) done", [((1,), True), ((2,), True)]),
        ("1.\n2. -\n3. **", [((1,), False), ((2,), False), ((3,), False)]),
        ("1. none\n2. None:\n3. **none** —\n4. none: ...", [((n,), False) for n in (1, 2, 3, 4)]),
        ("1. none: no oven\n2. **None** — no oven\n3. none (no oven)", [((n,), True) for n in (1, 2, 3)]),
        ("1. none:\n   no oven", [((1,), True)]),
        ("1. None of the ovens is hot", [((1,), True)]),
        ("- 1, 2 and 4-6: done", [((1, 2, 4, 5, 6), True)]),
        ("- (3) done\n- #4: done\n- **5.** done", [((3,), True), ((4,), True), ((5,), True)]),
        ("| 1 | done |\n| 2 | none: no oven |", [((1,), True), ((2,), True)]),
        ("1-999999999. done", [((1, 999999999), True)]),
        ("- done", [((), True)]),
        ("1. done\n   2. within\n   - 3: within", [((1,), True)]),
    ],
)
def test_items_of_delivered(text: str, expected: list[tuple[tuple[int, ...], bool]]) -> None:
    assert delivered(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0a1b2c3, and `4d5e6f7a`", [("commit", "0a1b2c3"), ("commit", "4d5e6f7a")]),
        ("`./src/a.py:12` and `b/c.test.ts`", [("path", "src/a.py"), ("path", "b/c.test.ts")]),
        ("[`src/a.py`](../src/a.py)", [("path", "src/a.py")]),
        ("``src/a.py``\n   `src/a.py`", [("path", "src/a.py")]),
        ("src/a.py", []),
        ("`src/`, `make all`, `.env`, `~/a.py`, `/a.py`", []),
        ("none: later, in `src/a.py`", []),
        ("defaced 1234567 v0a1b2c3", []),
    ],
)
def test_claims_of_an_item(text: str, expected: list[tuple[str, str]]) -> None:
    assert claimed(text) == expected


def test_a_claim_knows_its_line() -> None:
    (item,) = intention(
        "**Delivered:**\n1. first\n   in `src/a.py`\n\n   - and `src/b.py`\n\nSee `src/c.py`."
    ).delivered
    assert [(claim.kind, claim.name, claim.line) for claim in item.claims] == [
        (Claimed.PATH, "src/a.py", 7),
        (Claimed.PATH, "src/b.py", 9),
    ]


@pytest.mark.parametrize(
    ("bullet", "expected"),
    [
        ("- 2 open threads", [2]),
        ("- **2** open threads, both small", [2]),
        ("1. 1 open thread.", [1]),
        ("- 2 open threads about rye", []),
        ("- 2 open threads (of mine)", []),
        ("2 open threads", []),
    ],
)
def test_counts_of_an_impression(bullet: str, expected: list[int]) -> None:
    (found,) = session(f"## Impression\n\n{bullet}\n").impressions
    assert [claim.number for claim in found.counts] == expected


@pytest.mark.parametrize(
    ("bullet", "expected"),
    [
        ("- rye-loaf: open", [("rye-loaf", "open")]),
        ("* [ ] **`rye-loaf`**: Archive-Candidate — soon", [("rye-loaf", "archive-candidate")]),
        ("- [[rye-loaf]]: *done*.", [("rye-loaf", "done")]),
        ("- rye-loaf: open\n  questions", []),
        ("- rye-loaf: done (half of it)", []),
        ("- rye-loaf is open", []),
        ("- rye-loaf: archived-ish", []),
    ],
)
def test_statuses_of_an_impression(bullet: str, expected: list[tuple[str, str]]) -> None:
    (found,) = session(f"## Impression\n\n{bullet}\n").impressions
    assert [(claim.id, claim.word) for claim in found.statuses] == expected


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def write_log(root: Path, *lines: str, stem: str = STEM) -> None:
    body = "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))
    text = f"# Session\n\n## Intent\n\n**Asked:** bread\n\n**Interpreted:** bread\n\n**Delivered:**\n{body}"
    (root / "memory" / "sessions").mkdir(exist_ok=True)
    (root / "memory" / "sessions" / f"{stem}.md").write_text(text)


def gaps(outcome: Outcome) -> list[int | None]:
    return [line for _, _, line in outcome.findings("intent-gap")]


def verdict(outcome: Outcome) -> tuple[str, int]:
    return next((c["verdict"], c["skipped"]) for c in outcome.report["checked"] if c["check"] == "intent-gap")


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    return build(tmp_path / "mill", MILL)


def test_what_git_has_or_had_is_no_gap(mill: Path) -> None:
    (mill / "src" / "new.py").write_text("NEW = 1\n")
    head = git(mill, "rev-parse", "HEAD")
    side = git(mill, "rev-parse", "--short=9", "side-work")
    paths = ("old/stove.py", "src/mill/stone.py", "stone.py", "mill/stone.py", "src/new.py", "new.py")
    write_log(mill, head, f"`{head[:7]}`", side, *(f"`{path}`" for path in paths), "0a1b2c3d", "`src/other.py`")
    assert gaps(check(mill)) == [19, 20]


def test_what_only_a_merge_added_is_known(mill: Path) -> None:
    git(mill, "merge", "-q", "--no-commit", "--no-ff", "side")
    (mill / "evil.py").write_text("EVIL = 1\n")
    git(mill, "add", ".")
    git(mill, "commit", "-q", "-m", "merge")
    git(mill, "rm", "-q", "evil.py")
    git(mill, "commit", "-q", "-m", "gone")
    write_log(mill, "`evil.py`", "`src/side.py`")
    assert gaps(check(mill)) == []


def test_a_revision_is_judged_without_the_work_tree(mill: Path) -> None:
    write_log(mill, "`src/new.py`")
    git(mill, "add", ".")
    git(mill, "commit", "-q", "-m", "log")
    (mill / "src" / "new.py").write_text("NEW = 1\n")
    assert gaps(check(mill)) == []
    assert gaps(check(mill, "--rev", "HEAD")) == [10]


def test_without_history_commits_and_files_are_not_checked(mill: Path) -> None:
    write_log(mill, "0a1b2c3d", "`src/other.py`", "`src/mill/stone.py`", "")
    outcome = check(mill, "--no-history")
    assert gaps(outcome) == []
    assert verdict(outcome) == ("not-checked", 2)
    for log in (mill / "memory" / "sessions").iterdir():
        log.unlink()
    assert verdict(check(mill, "--no-history")) == ("pass", 0)


def test_git_is_asked_once_for_all_sessions_and_not_without_need(mill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    run = subprocess.run

    def counting(line: list[str], **options: Any) -> Any:
        asked.append(tuple(line))
        return run(line, **options)

    def number(*checks: str) -> int:
        asked.clear()
        check(mill, *(part for name in checks for part in ("--select", name)))
        return len(asked)

    monkeypatch.setattr("verify.git.process.subprocess.run", counting)
    nothing = number("duplicate-id")
    assert number("intention") == nothing
    write_log(mill, "`src/mill/stone.py`")
    assert number("intention") == nothing
    write_log(mill, "`src/one.py`", "0a1b2c3d")
    one = number("intention")
    for minute in range(10, 40):
        write_log(mill, f"`src/m{minute}.py`", f"0a1b2c{minute}", stem=f"2026-05-04-09{minute}00")
    assert number("intention") == one <= nothing + 3


@pytest.mark.parametrize(
    "line",
    [
        "1" * 200_000,
        "1," * 100_000,
        "`" * 200_000,
        "a/" * 100_000,
        "none" * 50_000,
        "[" * 200_000,
        "a1" * 100_000,
        "**" * 100_000,
    ],
)
def test_hostile_lines_end(line: str) -> None:
    body = f"**Asked:**\n1. {line}\n**{line}\n{line}:\n**Delivered:**\n1. `{line}`\n- {line}\n  {line}\n"
    assert len(session(f"## Intent\n\n{body}").intentions) == 1
    assert len(session(f"## Impression\n\n- a: {line}\n- {line}: open\n- {line}\n").impressions) == 1
    session(f"## Intent{line}\n\n## Intent ({line}\n\n{line}\n")
