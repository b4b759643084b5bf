"""JUnit XML: the schema of Jenkins, a strict parser, and what each test case says."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from msgspec.structs import replace
from xmlschema import XMLSchema

from reports.escaping import visible
from reports.junit import render
from tests.hostile_text import LONG, TEXTS
from tests.report_samples import CHANGED, CLEAN, EMPTY, EXCERPTS, FULL, SEVERAL, UNCHECKED, filled
from verify.model.report import CheckResult, Report, Verdict

SCHEMA = XMLSchema(str(Path(__file__).parent / "schemas" / "junit-10.xsd"))
SAMPLES = {
    "clean": CLEAN,
    "empty": EMPTY,
    "excerpts": EXCERPTS,
    "full": FULL,
    "changed": CHANGED,
    "several": SEVERAL,
    "un": UNCHECKED,
}

LINKS = replace(EXCERPTS, checked=(CheckResult("dangling-link", Verdict.FAIL, 9, 0, None),))


def parsed(report: Report) -> ElementTree.Element:
    text = render(report)
    assert "##[" not in text
    assert not [line for line in text.split("\n") if line.strip().startswith("::")]
    # From bytes, so that the declared encoding counts.
    root = ElementTree.fromstring(text.encode())
    SCHEMA.validate(root)
    return root


def case(report: Report, name: str) -> ElementTree.Element:
    (found,) = (case for case in parsed(report).iter("testcase") if case.get("name") == name)
    return found


@pytest.mark.parametrize("report", SAMPLES.values(), ids=SAMPLES)
def test_the_document_obeys_the_schema_and_counts_its_cases(report: Report) -> None:
    root = parsed(report)
    for element in (root, *root.iter("testsuite")):
        cases = list(element.iter("testcase"))
        assert element.get("tests") == str(len(cases))
        for count, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            if count in element.attrib:
                assert element.get(count) == str(sum(found.find(outcome) is not None for found in cases))


@given(TEXTS)
def test_any_text_is_only_text(text: str) -> None:
    root = parsed(filled(text))
    shown = visible(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
    assert [p.get("value") for p in root.iter("property") if p.get("name") == "version"] == [shown]
    assert {element.tag for element in root.iter()} <= {
        *("testsuites", "testsuite", "properties", "property"),
        *("testcase", "failure", "error", "skipped", "system-out"),
    }


@pytest.mark.parametrize("text", LONG, ids=lambda text: ascii(text[:3]))
def test_a_very_long_text_is_taken(text: str) -> None:
    # Without the schema, whose validator needs half a minute for it.
    assert ElementTree.fromstring(render(filled(text)).encode()).tag == "testsuites"


def test_every_check_is_a_case_of_its_family() -> None:
    suites = {suite.get("name"): suite for suite in parsed(CHANGED).iter("testsuite")}
    assert list(suites) == ["run", "history checks", "intent checks", "lifecycle checks", "other checks", "not run"]
    assert [c.get("name") for c in suites["other checks"]] == [
        "dangling-link",
        "duplicate-id",
        "lost-fact",
        "rewritten-session",
    ]
    assert [c.get("name") for c in suites["not run"]] == ["stale-decision", "vague-fact"]


def test_a_case_says_what_its_check_said() -> None:
    assert list(case(CHANGED, "duplicate-id")) == []
    (failure,) = case(CHANGED, "over-archived")
    assert (failure.tag, failure.get("type"), failure.get("message")) == ("failure", "error", "used 3 sessions ago")
    assert "memory/archive/2026-Q2.md:12:3" in (failure.text or "")
    (skipped,) = case(CHANGED, "dangling-link")
    assert skipped.get("message") == "dangling-link (12 claims): memory/archive/2026-Q2.md is not UTF-8"
    assert [part.tag for part in case(CHANGED, "decision-drift")] == ["error", "failure"]
    assert "redacted a customer name" in (case(CHANGED, "rewritten-session").findtext("system-out") or "")
    assert "heuristic" in (case(CHANGED, "vague-fact")[0].get("message") or "")


def test_problems_are_cases_of_their_own() -> None:
    assert case(CHANGED, "unreadable memory/archive/2026-Q2.md:3")[0].tag == "error"
    assert case(CHANGED, "too-large memory/sessions/2026-01-01.md")[0].tag == "skipped"
    assert "12 findings stood there before" in (case(CHANGED, "existing findings")[0].get("message") or "")


def test_all_findings_of_a_check_stand_in_one_failure() -> None:
    (failure,) = case(LINKS, "dangling-link")
    assert failure.get("message") == "points at x (and 8 more)"
    assert (failure.text or "").count("points at x") == 9
