"""The engine: crash isolation, severities, order, fingerprints, verdicts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.run_command import build
from verify.check import Check
from verify.config import Settings
from verify.engine import State, run
from verify.graph import MemoryGraph
from verify.model.location import Location
from verify.model.report import Evidence, Hit, ProblemKind, Report, Severity, Verdict
from verify.readers.assembly import read_graph
from verify.readers.repository import open_repository
from verify.registry import Checks

MEMORY = 'commits: [{files: {memory/continuity.md: "# Continuity\\n\\nline three\\n"}}]'
STATE = State(None, None, None, ())


@pytest.fixture
def graph(tmp_path: Path) -> MemoryGraph:
    root = build(tmp_path / "r", MEMORY)
    return read_graph(open_repository(root, None, staged=False), "memory", history=False, as_of=None)


def yielding(*hits: Hit) -> Check:
    def ask(_: MemoryGraph) -> Iterator[Hit]:
        yield from hits

    return replace(Checks()["split-fact"], run=ask)


def hit(subject: str = "a", line: int = 3, message: str = "m", **more: object) -> Hit:
    return replace(Hit(subject, Location("memory/continuity.md", line), message, "f"), **more)


def judged(graph: MemoryGraph, check: Check, settings: Settings | None = None) -> Report:
    return run([graph], [check], {check.name: check}, STATE, settings or Settings())


def test_a_crash_is_a_problem_and_not_a_pass(graph: MemoryGraph) -> None:
    def ask(_: MemoryGraph) -> Iterator[Hit]:
        yield hit()
        raise ZeroDivisionError

    report = judged(graph, replace(Checks()["split-fact"], run=ask))
    assert [problem.kind for problem in report.problems] == [ProblemKind.CRASHED_CHECK]
    assert "ZeroDivisionError at test_engine.py" in report.problems[0].message
    assert report.checked[0].reason == "the check crashed"


def test_a_fingerprint_depends_on_no_line_and_no_message(graph: MemoryGraph) -> None:
    before = judged(graph, yielding(hit(line=1, message="one"), hit(line=2), hit("b", line=3))).findings
    after = judged(graph, yielding(hit(line=2, message="two"), hit(line=3), hit("b", line=1))).findings
    assert len({finding.fingerprint for finding in before}) == 3
    assert {f.fingerprint for f in before} == {f.fingerprint for f in after}


def test_findings_are_sorted_by_place(graph: MemoryGraph) -> None:
    findings = judged(graph, yielding(hit("c", 3), hit("b", 1), hit("a", 3))).findings
    assert [finding.subject for finding in findings] == ["b", "a", "c"]


def test_the_configuration_decides_on_the_severity(graph: MemoryGraph) -> None:
    check = replace(yielding(hit(grade=1), hit()), severities=(Severity.ERROR, Severity.NOTE))
    assert {f.severity for f in judged(graph, check).findings} == {Severity.NOTE, Severity.ERROR}
    settings = Settings(severities={"split-fact": Severity.WARNING})
    assert {f.severity for f in judged(graph, check, settings).findings} == {Severity.WARNING}


def test_a_claim_without_its_evidence_is_counted_and_not_made(graph: MemoryGraph) -> None:
    resting = hit(rests_on=(Evidence.HISTORY,))
    (result,) = judged(graph, yielding(resting, resting)).checked
    assert (result.verdict, result.count, result.skipped) == (Verdict.NOT_CHECKED, 0, 2)
    (result,) = judged(graph, yielding(resting, hit())).checked
    assert (result.verdict, result.count, result.skipped) == (Verdict.FAIL, 1, 1)


@pytest.mark.parametrize(
    "check",
    [replace(yielding(), needs=Evidence.HISTORY), replace(yielding(), uses=(Evidence.HISTORY,))],
    ids=["needs", "uses"],
)
def test_a_check_that_could_not_look_does_not_pass(graph: MemoryGraph, check: Check) -> None:
    (result,) = judged(graph, check).checked
    assert result.verdict is Verdict.NOT_CHECKED
    assert result.reason


def test_no_message_and_no_excerpt_shows_a_credential(graph: MemoryGraph) -> None:
    secret = "password=" + "violet" + "-Harbor-9931"
    (finding,) = judged(graph, yielding(hit(secret, message=secret))).findings
    assert "Harbor" not in finding.message + finding.subject + (finding.excerpt or "")
    (sensitive,) = judged(graph, yielding(hit(sensitive=True))).findings
    assert sensitive.excerpt is None


def test_what_is_no_character_is_made_visible(graph: MemoryGraph) -> None:
    (finding,) = judged(graph, yielding(hit(message="a\ud800b\udcff"))).findings
    assert finding.message == "a\\ud800b\\udcff"
