"""Workflow commands, read back by the rules of GitHub's runner."""

import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from msgspec.structs import replace

from reports.escaping import visible
from reports.github import LIMIT, render
from reports.text import summary
from tests.hostile_text import LONG, TEXTS
from tests.report_samples import CHANGED, CLEAN, COMMIT, EMPTY, EXCERPTS, FULL, UNCHECKED, crowd, filled
from verify.model.location import Location
from verify.model.report import Report, Severity

SAMPLES = {"clean": CLEAN, "empty": EMPTY, "excerpts": EXCERPTS, "full": FULL, "changed": CHANGED, "un": UNCHECKED}
KINDS = {"error", "warning", "notice"}
PROPERTIES = ["file", "line", "endLine", "col", "title"]


@dataclass(frozen=True)
class Command:
    name: str
    properties: dict[str, str]
    data: str


def command(line: str) -> Command | None:
    """Read one line as the runner does: behind blanks the head stands between two ``::``."""
    line = line.lstrip()
    if not line.startswith("::") or "::" not in line[2:]:
        return None
    head, _, data = line[2:].partition("::")
    name, _, rest = head.partition(" ")
    pairs = (pair.partition("=") for pair in rest.split(",") if pair)
    return Command(name, {key: unescaped(value, ":,") for key, _, value in pairs}, unescaped(data, ""))


def unescaped(text: str, more: str) -> str:
    signs = "\r\n" + more + "%"
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)) if chr(int(m[1], 16)) in signs else m[0], text)


def commands(report: Report) -> list[Command]:
    lines = render(report).split("\n")
    assert not [line for line in lines if "##[" in line]
    found = [read for read in map(command, lines) if read]
    annotations = [read for read in found if read.name in KINDS]
    # Every annotation comes before the log, and nothing in the log is a command but its own two.
    assert [read.name for read in found[len(annotations) :]] in ([], ["group", "endgroup"])
    for read in annotations:
        assert list(read.properties) == [name for name in PROPERTIES if name in read.properties]
        assert len(read.data) <= 4096
    for kind in KINDS:
        assert sum(read.name == kind for read in annotations) <= LIMIT
    return annotations


@pytest.mark.parametrize("report", SAMPLES.values(), ids=SAMPLES)
def test_the_log_ends_in_the_summary(report: Report) -> None:
    commands(report)
    assert render(report).endswith(summary(report))


def test_a_finding_is_an_annotation_of_its_line() -> None:
    found = {read.properties["title"]: read for read in commands(CHANGED)}
    at = found["over-archived"]
    assert (at.name, at.properties) == (
        "error",
        {"file": "memory/archive/2026-Q2.md", "line": "12", "endLine": "12", "col": "3", "title": "over-archived"},
    )
    assert at.data == "used 3 sessions ago\nfix: Mend it, or say why not."
    assert found["lost-fact"].name == "notice"
    assert found["incomplete: unreadable"].properties["line"] == "3"
    assert found["not checked"].data.startswith("5 checks could not look at everything: lost-fact, ")
    assert "rewritten-session" not in found


def test_a_finding_about_a_commit_names_it_and_its_place_of_today() -> None:
    (drift,) = (finding for finding in CHANGED.findings if finding.check == "decision-drift")
    places: tuple[tuple[Location | None, dict[str, str]], ...] = (
        (None, {}),
        (Location("a.md", 3, 5), {"file": "a.md", "line": "3", "col": "5"}),
    )
    for place, told in places:
        (read,) = commands(replace(CLEAN, findings=(replace(drift, location=place),)))
        assert read.properties == {**told, "title": "decision-drift"}
        assert read.data.startswith(f"In commit {COMMIT}: ")


def test_a_place_of_several_lines_has_no_column() -> None:
    spread = replace(crowd(1).findings[0], location=Location("a.md", 3, 5, 7))
    (read,) = commands(replace(CLEAN, findings=(spread,)))
    assert read.properties == {"file": "a.md", "line": "3", "endLine": "7", "title": "check-0"}


@pytest.mark.parametrize("number", [LIMIT - 1, LIMIT, LIMIT + 1, 500])
def test_no_more_than_what_is_shown_is_annotated_and_the_rest_counted(number: int) -> None:
    found = commands(crowd(number))
    assert len(found) == min(number, LIMIT)
    if number > LIMIT:
        assert found[-1].data == f"{number - LIMIT + 1} more are not annotated; the log of this step lists all of them"
    log = render(crowd(number))
    assert all(f"memory/{n:04}.md" in log for n in range(number))


def test_the_worst_is_annotated_first() -> None:
    mixed = replace(CLEAN, findings=(*crowd(20, Severity.NOTE).findings, *crowd(12, Severity.ERROR).findings))
    found = commands(mixed)
    assert [read.name for read in found] == ["error"] * 9 + ["notice"] * 10 + ["error"]
    assert found[-1].data.startswith("13 more ")


@given(TEXTS)
def test_any_text_is_only_text(text: str) -> None:
    found = commands(filled(text))
    harmless = commands(filled("harmless"))
    assert [(read.name, list(read.properties)) for read in found] == [
        (read.name, list(read.properties)) for read in harmless
    ]
    shown = re.sub(r"#(?=#\w{0,20}\[)", r"\\x23", visible(text))
    placed = next(read for read in found if "file" in read.properties and "col" in read.properties)
    assert placed.properties["file"] == placed.properties["title"] == shown


@pytest.mark.parametrize("text", LONG, ids=lambda text: ascii(text[:3]))
def test_a_very_long_text_is_cut(text: str) -> None:
    assert all(len(read.data) <= 4096 for read in commands(filled(text)))
