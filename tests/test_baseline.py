"""The baseline: old findings stand, new ones fail, what is mended leaves, and nothing hides by accident."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.run_command import build, check, verify
from verify.baseline import NAME, Entry, read_baseline, render_baseline
from verify.errors import ConfigurationError
from verify.examination import every_check
from verify.model.location import Location
from verify.readers.source import SIZE_CAP

OLD = """
commits:
  - date: 2026-03-01T10:00:00Z
    files:
      verify.toml: 'baseline = "verify-baseline.jsonl"'
      verify-baseline.jsonl: ""
      memory/vision.md: "# Vision\\n\\n> <!-- id: good-bread | tier: core -->\\n\\nGood bread for the street.\\n"
      memory/rules.md: |
        # Rules

        - Weigh the salt twice before it goes into the dough
          <!-- id: salt-rule | depends-on: no-where -->
      memory/continuity.md: |
        # Continuity

        - One queue
          <!-- id: queue-choice | depends-on: gone-goal, other-goal -->
        - Two ovens
          <!-- id: oven-plan | serves: good-bread -->
"""


def run_git(root: Path, *command: str) -> None:
    subprocess.run(["git", "-C", str(root), *command], check=True, capture_output=True)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    root = build(tmp_path / "old", OLD)
    (root / NAME).unlink()
    assert verify("baseline", root).status == 0
    return root


def lines(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / NAME).read_text().splitlines()]


def edit(root: Path, old: str, new: str, name: str = "continuity.md") -> None:
    file = root / "memory" / name
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def test_it_records_one_line_a_subject(old: Path) -> None:
    reason = "stood before verify was adopted, 2026-03-01"
    assert lines(old) == [
        {"check": "dangling-link", "path": "memory/continuity.md", "subject": "queue-choice", "count": 2}
        | {"reason": reason},
        {"check": "dangling-link", "path": "memory/rules.md", "subject": "salt-rule", "reason": reason},
    ]


def test_what_it_covers_is_counted_and_fails_nothing(old: Path) -> None:
    outcome = check(old, "--strict")
    assert (outcome.status, outcome.report["summary"]["baselined"], outcome.report["summary"]["suppressed"]) == (
        0,
        3,
        3,
    )
    assert all(f["baselined"] and f["reason"].startswith("stood before") for f in outcome.report["findings"])
    text = verify("check", old).stdout
    assert "baseline: 3 findings: stood before verify was adopted, 2026-03-01\n" in text
    assert "nothing new found · 3 in the baseline · " in text


def test_one_more_of_the_same_is_new(old: Path) -> None:
    edit(old, "gone-goal, ", "gone-goal, third-goal, ")
    outcome = check(old)
    assert (outcome.status, len(outcome.findings("dangling-link"))) == (1, 1)


def test_another_subject_is_new_and_lines_may_move(old: Path) -> None:
    edit(old, "# Continuity\n", "# Continuity\n\n- Bread\n  <!-- id: bread | depends-on: gone-goal -->\n")
    assert [subject for subject, _, _ in check(old).findings("dangling-link")] == ["bread"]


def test_no_ignores_shows_it_all(old: Path) -> None:
    assert len(check(old, "--no-ignores").findings("dangling-link")) == 3


def test_what_is_mended_is_a_note_that_blocks_nothing(old: Path) -> None:
    edit(old, " | depends-on: no-where", "", "rules.md")
    outcome = check(old, "--strict")
    assert (outcome.status, outcome.findings("unused-baseline-entry")) == (0, [("salt-rule", NAME, 2)])
    assert verify("baseline", old, "--update").stdout.startswith(f"{NAME}: 1 entry for 2 findings\n")
    assert check(old).report["summary"]["note"] == 0


def test_an_idle_entry_is_told_apart_from_others_of_its_check(old: Path) -> None:
    for name, broken in (("rules.md", " | depends-on: no-where"), ("continuity.md", "gone-goal, other-goal")):
        edit(old, broken, "" if name == "rules.md" else "other-goal", name)
    told = (
        "the entry of dangling-link for queue-choice in memory/continuity.md covers 1 of the 2 findings that it counts",
        "the entry of dangling-link for salt-rule in memory/rules.md covers nothing any more",
    )
    for form in ("text", "json", "sarif", "junit", "github", "gitlab", "markdown"):
        text = " ".join(verify("check", old, "--format", form).stdout.split())
        assert all(message in text for message in told), (form, text)


def test_an_idle_entry_without_a_path_names_its_subject(old: Path) -> None:
    entry = '{"check": "dangling-link", "path": "", "subject": "bread", "reason": "agreed"}\n'
    (old / NAME).write_text((old / NAME).read_text() + entry)
    (idle,) = (f for f in check(old).report["findings"] if f["check"] == "unused-baseline-entry")
    assert idle["message"] == "the entry of dangling-link for bread covers nothing any more"


def test_an_update_keeps_reasons_and_adds_nothing(old: Path) -> None:
    text = (old / NAME).read_text().replace("stood before verify was adopted, 2026-03-01", "we know", 1)
    (old / NAME).write_text(text)
    edit(old, "gone-goal, other-goal", "gone-goal")
    edit(old, "id: oven-plan", "id: oven-plan | depends-on: nothing-here")
    outcome = verify("baseline", old, "--update")
    assert "1 new finding; `verify check` shows them" in outcome.stdout
    assert next((e["subject"], e.get("count", 1), e["reason"]) for e in lines(old)) == ("queue-choice", 1, "we know")
    assert "oven-plan" not in (old / NAME).read_text()


def test_adding_wants_a_reason(old: Path) -> None:
    edit(old, "gone-goal, ", "gone-goal, third-goal, ")
    edit(old, "id: oven-plan", "id: oven-plan | depends-on: nothing-here")
    assert (verify("baseline", old, "--add").status, verify("baseline", old, "--add", "--because", " ").status) == (
        2,
        2,
    )
    assert verify("baseline", old, "--add", "--because", "seen in review").status == 0
    assert [(e["subject"], e.get("count", 1), e["reason"]) for e in lines(old)][:2] == [
        ("oven-plan", 1, "seen in review"),
        ("queue-choice", 3, "stood before verify was adopted, 2026-03-01"),
    ]
    assert check(old).status == 0


def test_it_is_never_overwritten_by_accident(old: Path) -> None:
    before = (old / NAME).read_bytes()
    outcome = verify("baseline", old)
    assert (outcome.status, outcome.stderr.count("\n"), (old / NAME).read_bytes()) == (1, 1, before)
    assert "--update" in outcome.stderr


def test_it_can_only_go_on_with_a_file(old: Path) -> None:
    (old / NAME).unlink()
    assert verify("baseline", old, "--update").status == 2


def test_a_second_update_writes_the_same_bytes(old: Path) -> None:
    before = (old / NAME).stat().st_mtime_ns, (old / NAME).read_bytes()
    assert verify("baseline", old, "--update").status == 0
    assert ((old / NAME).stat().st_mtime_ns, (old / NAME).read_bytes()) == before


def test_it_says_how_to_use_it(old: Path) -> None:
    assert "to use it" not in verify("baseline", old, "--update").stdout
    (old / "verify.toml").write_text("")
    assert f'`baseline = "{NAME}"`' in verify("baseline", old, "--update").stdout
    assert check(old, "--baseline", str(old / NAME)).status == 0


def test_a_renamed_file_brings_nothing_new(old: Path) -> None:
    run_git(old, "add", "-A")
    run_git(old, "commit", "-qm", "baseline")
    run_git(old, "mv", "memory/rules.md", "memory/habits.md")
    assert (check(old).status, check(old, "--staged").report["findings"]) == (0, [])
    run_git(old, "commit", "-qm", "rename")
    outcome = check(old)
    assert (outcome.status, outcome.report["summary"]["baselined"], outcome.report["summary"]["note"]) == (0, 3, 0)
    assert verify("baseline", old, "--update").status == 0
    assert "memory/habits.md" in (old / NAME).read_text()


def test_the_entries_of_what_did_not_run_stay(old: Path) -> None:
    more = {"check": "lost-fact", "subject": "rye", "commit": "4f26" * 10, "reason": "x"}
    (old / NAME).write_text((old / NAME).read_text() + json.dumps(more) + "\n")
    assert check(old, "--select", "split-fact").findings("unused-baseline-entry") == []
    assert check(old, "--no-history").findings("unused-baseline-entry") == []
    assert len(check(old).findings("unused-baseline-entry")) == 1
    assert verify("baseline", old, "--update", "--no-history").status == 0
    assert "lost-fact" in (old / NAME).read_text()


def test_an_incomplete_run_records_nothing(tmp_path: Path, old: Path) -> None:
    (old / "memory" / "broken.md").write_bytes(b"\xff")
    outcome = verify("baseline", old, "--update")
    assert (outcome.status, outcome.stderr.count("\n")) == (3, 1)
    run_git(old, "checkout", "-q", ".")
    shallow = tmp_path / "shallow"
    run_git(old, "commit", "-qm", "more", "--allow-empty")
    run_git(tmp_path, "clone", "-q", "--depth", "1", f"file://{old}", str(shallow))
    (shallow / NAME).unlink()
    outcome = verify("baseline", shallow)
    assert (outcome.status, "git fetch --unshallow" in outcome.stderr, (shallow / NAME).exists()) == (3, True, False)
    assert verify("baseline", shallow, "--no-history").status == 0


def test_without_git_it_is_asked_for_without_history(tmp_path: Path) -> None:
    root = build(tmp_path / "plain", OLD + "git: false\n")
    (root / NAME).unlink()
    assert verify("baseline", root).status == 3
    assert (verify("baseline", root, "--no-history").status, check(root).status) == (0, 0)


def test_there_may_be_nothing_to_record(tmp_path: Path) -> None:
    root = build(tmp_path / "r", 'commits: [{files: {memory/continuity.md: "# Continuity\\n"}}]')
    outcome = verify("baseline", root)
    assert (outcome.status, (root / NAME).exists()) == (0, False)
    assert "nothing to record" in outcome.stdout


SECRET = """
commits:
  - date: 2026-03-01T10:00:00Z
    files:
      memory/continuity.md: "# Continuity\\n\\n- key ${join:AKIA|QYLPMN5HFIQR7XYA}\\n"
"""


def test_credentials_are_not_recorded(tmp_path: Path) -> None:
    root = build(tmp_path / "r", SECRET)
    outcome = verify("baseline", root)
    assert "not recorded: 1 credential" in outcome.stdout
    assert not (root / NAME).exists()


@pytest.mark.parametrize("place", ["memory/baseline.jsonl", "memory/archive/b.jsonl"])
def test_it_does_not_lie_in_a_memory(old: Path, place: str) -> None:
    (old / "memory" / "archive").mkdir()
    assert verify("baseline", old, "-o", old / place).status == 2
    (old / place).write_bytes((old / NAME).read_bytes())
    (old / "verify.toml").write_text(f'baseline = "{place}"')
    for outcome in (check(old), check(old, "--baseline", str(old / place))):
        assert (outcome.status, outcome.stderr.count("\n")) == (2, 1)
        assert "must not lie in the memory" in outcome.stderr


def test_no_link_is_followed(tmp_path: Path, old: Path) -> None:
    elsewhere = tmp_path / "elsewhere.jsonl"
    elsewhere.write_bytes((old / NAME).read_bytes())
    (old / NAME).unlink()
    (old / NAME).symlink_to(elsewhere)
    assert (check(old).status, verify("baseline", old, "--update").status) == (2, 1)
    (old / NAME).unlink()
    (old / "out").symlink_to(tmp_path, target_is_directory=True)
    (old / "verify.toml").write_text('baseline = "out/new.jsonl"')
    assert verify("baseline", old).status == 1
    assert not (tmp_path / "new.jsonl").exists()


GOOD = '{"check": "split-fact", "path": "memory/a.md", "subject": "x", "reason": "y"}'


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("<<<<<<< HEAD", "is a conflict marker; keep the entries of both sides"),
        ("=======", "conflict marker"),
        (">>>>>>> side", "conflict marker"),
        ("not json", "is no JSON; write one entry a line"),
        ("[1]", "is no JSON object"),
        (GOOD[:-1] + ', "check": "split-fact"}', "twice"),
        ('{"check": ' + "[" * 100_000, "nested too deeply"),
        (GOOD.replace("subject", "subjct"), "did you mean 'subject'?"),
        (GOOD.replace("split-fact", "split-facts"), "did you mean 'split-fact'?"),
        (GOOD.replace("split-fact", "unused-ignore"), "cannot stand in a baseline"),
        (GOOD.replace("split-fact", "unreadable"), "only an ignore can accept"),
        (GOOD.replace("split-fact", "secret-material"), "use an [[ignore]]"),
        (GOOD.replace('"y"', '" "'), "needs a reason"),
        (GOOD.replace('"y"', "3"), "reason must be a text"),
        (GOOD.replace('"subject": "x", ', ""), "needs a subject"),
        *(
            (GOOD[:-1] + f', "count": {count}}}', "count must be")
            for count in ("0", "true", '"2"', "-1", "1e3", "1000001")
        ),
    ],
)
def test_a_line_that_is_not_understood_hides_nothing(old: Path, line: str, says: str) -> None:
    (old / NAME).write_text(f"{GOOD}\n{line}\n{GOOD}\n")
    for outcome in (check(old), verify("baseline", old, "--update")):
        assert (outcome.status, outcome.stdout, outcome.stderr.count("\n")) == (2, "", 1)
        assert f"{NAME}:2: " in outcome.stderr
        assert says in outcome.stderr


def test_one_that_is_too_large_or_no_text_is_refused(old: Path) -> None:
    for content in (b"\xff\n", b"\n" * (SIZE_CAP + 1)):
        (old / NAME).write_bytes(content)
        for arguments in ((), ("--baseline", str(old / NAME))):
            outcome = check(old, *arguments)
            assert (outcome.status, outcome.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("value", ["3", "''", "'../b.jsonl'", "'/etc/b'", "'a/../../b'"])
def test_the_setting_names_a_file_below_the_root(old: Path, value: str) -> None:
    (old / "verify.toml").write_text(f"baseline = {value}")
    assert "baseline must" in check(old).stderr


def test_one_that_is_configured_must_be_there(old: Path) -> None:
    (old / NAME).unlink()
    outcome = check(old)
    assert (outcome.status, "verify baseline" in outcome.stderr) == (2, True)
    assert verify("baseline", old).status == 0


def test_two_branches_merge_as_text(old: Path) -> None:
    (old / ".gitattributes").write_text(f"{NAME} merge=union\n")
    run_git(old, "add", "-A")
    run_git(old, "commit", "-qm", "baseline")
    for branch, name, what in (("one", "rules.md", " | depends-on: no-where"), ("two", "continuity.md", "gone-goal, ")):
        run_git(old, "checkout", "-q", "-b", branch, "main")
        edit(old, what, "", name)
        assert verify("baseline", old, "--update").status == 0
        run_git(old, "commit", "-qam", branch)
    run_git(old, "merge", "-q", "one")
    assert check(old).status == 0
    assert verify("baseline", old, "--update").status == 0
    assert [(entry["subject"], entry.get("count", 1)) for entry in lines(old)] == [("queue-choice", 1)]


def test_a_line_that_a_merge_doubled_covers_no_more(old: Path) -> None:
    (old / NAME).write_text((old / NAME).read_text() * 2)
    edit(old, "gone-goal, ", "gone-goal, third-goal, ")
    assert len(check(old).findings("dangling-link")) == 1


def read(text: str) -> tuple[Entry, ...]:
    return read_baseline(NAME, text, every_check())


TEXTS = st.text(min_size=1, max_size=20).filter(str.strip)
ENTRIES = st.lists(
    st.builds(
        Entry,
        check=st.sampled_from(["split-fact", "lost-fact"]),
        path=st.text(max_size=20),
        subject=TEXTS,
        commit=st.sampled_from(["", "4f26" * 10]),
        count=st.integers(1, 99),
        reason=TEXTS,
        location=st.just(Location(NAME)),
    ),
    unique_by=lambda entry: entry.key,
    max_size=6,
)


def _bare(entries: Sequence[Entry]) -> set[tuple[Any, ...]]:
    return {(*entry.key, entry.count, entry.reason) for entry in entries}


@given(ENTRIES)
def test_what_is_written_is_read(entries: list[Entry]) -> None:
    text = render_baseline(entries)
    assert _bare(read(text)) == _bare(entries)
    assert text == render_baseline(read(text)) == render_baseline(reversed(entries))
    assert all(line.isprintable() for line in text.splitlines())


@given(st.text(max_size=80) | st.lists(st.sampled_from([GOOD, "{", "}", '"count"', "<<<<<<< a", "\r"])).map("\n".join))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        read(text)
    except ConfigurationError as error:
        assert str(error).startswith(f"{NAME}:")
