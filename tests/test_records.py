"""Decision records: what is read from each usual format, and from files that mean harm."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.run_command import Outcome, build, check, verify
from verify.model.record import Record
from verify.readers.front_matter import SIZE_CAP
from verify.readers.outline import NestedTooDeeplyError
from verify.readers.record import is_left_alone, read_records
from verify.readers.record_links import targets
from verify.readers.record_numbers import cited, file_number, heading_number, link_number, tags

MEMORY = """
commits:
  - date: 2026-03-02T10:00:00Z
    files:
      memory/continuity.md: "# Continuity\\n"
"""


def _only(path: str, text: str) -> Record:
    (record,) = read_records(path, text)
    return record


def _told(record: Record) -> list[tuple[str, str]]:
    return [(claim.relation.value, claim.target.written) for claim in record.supersessions]


def test_entries_of_one_file() -> None:
    text = """# Records

## ADR-0002 — Two queues
**Status:** Accepted · **Date:** 2026-03-02T10:00:00.000Z · **Supersedes:** ADR-0001
<!-- id: adr-0002 | status: accepted | formalizes: queue-choice, queue-names | supersedes: ADR-0001 -->

### Alternatives

## ADR-0001 — One queue
**Status:** Superseded by ADR-0002
"""
    newer, older = read_records("docs/arch-decisions/ADR.md", text)
    assert (newer.id, newer.title, newer.location.line, newer.date) == ("adr-0002", "Two queues", 3, "2026-03-02")
    assert [link.target for link in newer.formalizes] == ["queue-choice", "queue-names"]
    assert set(_told(newer)) == {("supersedes", "ADR-0001")}
    assert (older.retired, newer.retired, _told(older)) == (True, False, [("superseded-by", "ADR-0002")])


def test_a_file_as_adr_tools_writes_it() -> None:
    text = "# 4. Ports\n\nDate: 2026-03-02\n\n## Status\n\nSuperceded by [5. Sockets](0005-sockets.md)\n\n## Context\n"
    record = _only("doc/adr/0004-ports.md", text)
    assert (record.id, record.title, record.date) == ("adr-0004", "Ports", "2026-03-02")
    assert (record.retired, _told(record)) == (True, [("superseded-by", "5. Sockets")])


def test_a_status_that_was_followed_by_another_line() -> None:
    text = (
        "# 4. Ports\n\n## Status\n\nAccepted\n\nSupercedes [3. Pipes](0003-pipes.md)\n\nAmended by [6. X](0006-x.md)\n"
    )
    record = _only("doc/adr/0004-ports.md", text)
    assert [status.text for status in record.statuses] == ["Accepted"]
    assert _told(record) == [("supersedes", "3. Pipes")]


@pytest.mark.parametrize(
    "text",
    [
        "---\nstatus: superseded by ADR-0005\ndate: 2026-03-02\n---\n# Use ports\n",
        '---\nstatus: "Superseded by [ADR-0005](0005-sockets.md)"\ndate: 2026-03-02\n---\n\n# Use ports\n',
        "---\nstatus: superseded\nsuperseded_by: [ADR-0005]\ndate: 2026-03-02\n---\n# Use ports\n",
        '---\nstatus: superseded\nsupersededBy: "0005"\ndate: 2026-03-02\n---\n# Use ports\n',
        "---\nstatus: superseded\nsuperseded_by:\n  - 0005\ndate: 2026-03-02\n---\n# Use ports\n",
        "# Use ports\n\n* Status: superseded by [ADR-0005](0005-sockets.md) <!-- optional -->\n* Date: 2026-03-02\n",
        "# Use ports\n\n| | |\n|---|---|\n| Status | Superseded |\n| Date | 2026-03-02 |\n\nSuperseded by ADR 5.\n",
    ],
)
def test_a_file_as_madr_and_adrkit_write_it(text: str) -> None:
    for line_end in ("\n", "\r\n"):
        record = _only("docs/decisions/0004-use-ports.md", "\ufeff" + text.replace("\n", line_end))
        assert (record.id, record.title, record.date, record.retired) == ("adr-0004", "Use ports", "2026-03-02", True)
        assert [claim.target.number for claim in record.supersessions] == [5]


def test_a_file_as_log4brains_writes_it() -> None:
    text = "# Use ports\n\n- Status: accepted\n- Supersedes: [20200101-use-pipes](20200101-use-pipes.md)\n"
    record = _only("docs/adr/20210101-use-ports.md", text)
    assert (record.id, record.number) == ("20210101-use-ports", None)
    assert [claim.target.file for claim in record.supersessions] == ["20200101-use-pipes.md"]


def test_an_id_is_known_as_it_is_written_and_in_full() -> None:
    record = _only("docs/adr/use-ports.md", "---\nid: ADR-12\nstatus: accepted\n---\n# ADR-12: Ports\n")
    assert record.ids == {"adr-12", "adr-0012"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/decisions/notes.md", "# Notes\n\nStatus: brewing\n"),
        ("docs/decisions/parser.md", "# Which parser\n\n## Decision\n\nThis one.\n"),
        ("docs/adr/0001-empty.md", ""),
        ("docs/adr/0001-ports.md", "# Ports\n\nStatus: Proposed | Accepted | Superseded\n"),
        ("docs/adr/0001-ports.md", "# Ports\n\n* Status: [draft | accepted | superseded by [x](y.md)]\n"),
    ],
)
def test_what_is_no_record(path: str, text: str) -> None:
    assert read_records(path, text) == ()


@pytest.mark.parametrize(
    ("name", "alone"),
    [
        ("template.md", True),
        ("0000-template.md", True),
        ("NNNN-template.md", True),
        ("adr-template-bare.md", True),
        ("0000-TEMPLATE-record.md", True),
        ("README.md", True),
        ("index.md", True),
        ("0012-template-engine.md", False),
        ("0000-use-records.md", False),
    ],
)
def test_templates_and_pages_about_records(name: str, alone: bool) -> None:
    assert is_left_alone(f"docs/adr/{name}") is alone


@pytest.mark.parametrize(
    ("read", "text", "number"),
    [
        (file_number, "0004-ports", 4),
        (file_number, "ADR032-iam", 32),
        (file_number, "adr-4", 4),
        (file_number, "20200101-ports", None),
        (file_number, "ADR-2026-08-24-ports", None),
        (file_number, "3-tier-architecture", None),
        (file_number, "0012b-ports", None),
        (heading_number, "4. Ports", 4),
        (heading_number, "ADR 0004: Ports", 4),
        (heading_number, "0004 — Ports", 4),
        (heading_number, "[ADR-0004] Ports", 4),
        (heading_number, "3.14 is enough", None),
        (heading_number, "12 factors", None),
        (link_number, "ADR-0004", 4),
        (link_number, "0004-ports", 4),
        (link_number, "20200101-ports", None),
        (link_number, "4 reasons", None),
    ],
)
def test_numbers(read: Callable[[str], int | None], text: str, number: int | None) -> None:
    assert read(text) == number


def test_tags_are_told_from_mentions() -> None:
    text = "Ports (ADR-0004, ADR-5) as in ADR-6 (see ADR-0007) (ADR-0008b)"
    assert (list(tags(text)), list(cited(text))) == ([4, 5], [4, 5, 6, 7])


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("ADR-0009 (no calls remain)", [9]),
        ("[0048](0048-one-home.md) — with the rest", [48]),
        ("ADR-3, ADR-4 and [5. X](0005-x.md); ADR-9 holds", [3, 4, 5, 9]),
        ("004", [4]),
        ("0003-ports.md", [3]),
        ("2 other decisions", []),
        ("events", []),
        ("[ADR-0012](https://example.com/12.md)", []),
        ("[ADR-0012](../rfc/0012-x.md)", []),
    ],
)
def test_the_records_that_a_text_lists(text: str, numbers: list[int]) -> None:
    assert [target.number for target in targets(text, "adr")] == numbers


@pytest.mark.parametrize(
    "text",
    [
        "# 4. Ports\n\nThe figure of sixteen is\nsuperseded by [ADR-0178](0178-x.md).\n",
        "# 4. Ports\n\n- **Status**: Accepted; the figure is superseded by [ADR-0178](0178-x.md).\n",
        "# 4. Ports\n\nStatus: Partially superseded by ADR-0178\n",
        "# 4. Ports\n\n- Supersedes: ADR-0003 (sections 2 and 3)\n",
        "# 4. Ports\n\nSupersedes: none\n\n```\nSupersedes ADR-0003\n```\n\n`Supersedes ADR-0003`\n",
    ],
)
def test_what_is_no_supersession(text: str) -> None:
    record = _only("docs/adr/0004-ports.md", text)
    assert (_told(record), record.retired) == ([], False)


@pytest.mark.parametrize(
    ("front", "why"),
    [
        ("status: [accepted", "valid YAML"),
        ("title: one: two", "valid YAML"),
        ("x: " + "[" * 50_000, "valid YAML"),
        ("\t- x", "valid YAML"),
        ("x: " + "y" * SIZE_CAP, "64 KiB"),
    ],
)
def test_front_matter_that_cannot_be_read_is_left_out(front: str, why: str) -> None:
    record = _only("docs/adr/0004-ports.md", f"---\n{front}\n---\n# 4. Ports\n\nStatus: Accepted\n")
    assert why in record.unread
    assert [status.text for status in record.statuses] == ["Accepted"]
    assert record.location.line == front.count("\n") + 4


def test_aliases_are_not_followed() -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    front = "\n".join(["a0: &a0 [x]", *levels, "status: accepted", "supersedes: *a29"])
    record = _only("docs/adr/0004-ports.md", f"---\n{front}\n---\n# Ports\n")
    assert ([status.text for status in record.statuses], _told(record)) == (["accepted"], [])


def test_blocks_that_are_nested_too_deeply_are_told() -> None:
    with pytest.raises(NestedTooDeeplyError):
        read_records("docs/adr/0004-ports.md", "# 4. Ports\n\n" + "> " * 200 + "x\n")


@given(st.text(alphabet="-#. adrADR0123[]()|:>`*~\n\r\t<!supersedbyStatuxmlñ\0", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for path in ("docs/adr/0001-x.md", "docs/adr/ADR.md", "docs/adr/20200101-x.md"):
        for body in (text, f"---\n{text}\n---\n{text}", f"## ADR-1\n{text}\n## ADR-2\n{text}"):
            assert all(record.path == path for record in read_records(path, body))


def _with_files(folder: Path, files: dict[str, bytes]) -> Path:
    root = build(folder, MEMORY)
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


def _verdict(outcome: Outcome) -> str:
    (verdict,) = (one["verdict"] for one in outcome.report["checked"] if one["check"] == "adr-mismatch")
    return str(verdict)


OLD = b"# 1. Van\n\n## Status\n\nSuperseded by [2. Bicycle](0002-bicycle.md)\n"


def test_a_record_that_is_no_text_is_a_problem_and_not_a_missing_counterpart(tmp_path: Path) -> None:
    files = {"docs/adr/0001-van.md": OLD, "docs/adr/0002-bicycle.md": b"# 2. Bicycle \xff\n"}
    outcome = check(_with_files(tmp_path / "r", files))
    assert [problem["path"] for problem in outcome.report["problems"]] == ["docs/adr/0002-bicycle.md"]
    assert outcome.findings("adr-mismatch") == []
    assert _verdict(outcome) == "not-checked"


def test_a_counterpart_in_front_matter_that_cannot_be_read_is_not_missing(tmp_path: Path) -> None:
    files = {"docs/adr/0001-van.md": OLD, "docs/adr/0002-bicycle.md": b"---\na: b: c\n---\n# 2. Bicycle\n"}
    outcome = check(_with_files(tmp_path / "r", files))
    assert (outcome.report["problems"], outcome.findings("adr-mismatch")) == ([], [])
    assert _verdict(outcome) == "not-checked"


def test_the_words_and_the_folders_of_a_team(tmp_path: Path) -> None:
    files = {"docs/rfc/0001-van.md": b"# 1. Van\n\nStatus: On Hold (since May)\n", "docs/adr/0001-x.md": b"# 2. X\n"}
    root = _with_files(tmp_path / "r", files)
    settings = 'records = ["docs/rfc"]\n'
    (root / "verify.toml").write_text(settings)
    assert check(root).findings("adr-mismatch") == [("adr-0001", "docs/rfc/0001-van.md", 3)]
    (root / "verify.toml").write_text(settings + '[options.adr-mismatch]\nstatuses = ["Accepted", "On hold"]\n')
    assert check(root).findings("adr-mismatch") == []


def test_a_finding_shows_the_line_of_the_record(tmp_path: Path) -> None:
    root = _with_files(tmp_path / "r", {"docs/adr/0001-van.md": b"# 1. Van\n\nStatus: Perhaps so\n"})
    assert "3 | Status: Perhaps so" in verify("check", root, "--select", "adr-mismatch").stdout


def test_without_history_nobody_says_that_an_id_never_existed(tmp_path: Path) -> None:
    entry = b"## ADR-0001 - Van\n\n**Status:** Accepted\n<!-- id: adr-0001 | formalizes: no-such-fact -->\n"
    root = _with_files(tmp_path / "r", {"docs/arch-decisions/ADR.md": entry})
    assert check(root).findings("adr-mismatch") == [("adr-0001", "docs/arch-decisions/ADR.md", 4)]
    outcome = check(root, "--no-history")
    assert (outcome.findings("adr-mismatch"), _verdict(outcome)) == ([], "not-checked")
