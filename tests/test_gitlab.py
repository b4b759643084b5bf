"""Code Quality of GitLab, against the fields that its documentation lists."""

import json
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from reports.escaping import encodable, visible
from reports.gitlab import render
from tests.hostile_text import LONG, TEXTS
from tests.report_samples import CHANGED, CLEAN, COMMIT, EMPTY, EXCERPTS, FULL, UNCHECKED, crowd, filled
from verify.model.report import Report

TEXT = {"type": "string", "minLength": 1}
ISSUE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["description", "check_name", "fingerprint", "severity", "location"],
    "properties": {
        "description": TEXT,
        "check_name": {"type": "string"},
        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": {
            "type": "object",
            "additionalProperties": False,
            "required": ["path", "lines"],
            "properties": {
                # Relative, and not begun with ``./``, as the documentation asks.
                "path": {"type": "string", "not": {"pattern": r"^(/|\./)"}},
                "lines": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["begin"],
                    "properties": {"begin": {"type": "integer", "minimum": 1}},
                },
            },
        },
    },
}
VALIDATOR = Draft202012Validator({"type": "array", "items": ISSUE})
SAMPLES = {"clean": CLEAN, "empty": EMPTY, "excerpts": EXCERPTS, "full": FULL, "changed": CHANGED, "un": UNCHECKED}


def issues(report: Report) -> list[dict[str, Any]]:
    text = render(report)
    assert text.isascii()
    assert "##[" not in text
    found: list[dict[str, Any]] = json.loads(text)
    VALIDATOR.validate(found)
    # GitLab shows only the first of several with one fingerprint.
    assert len({issue["fingerprint"] for issue in found}) == len(found)
    return found


@pytest.mark.parametrize("report", SAMPLES.values(), ids=SAMPLES)
def test_every_issue_has_the_published_fields(report: Report) -> None:
    issues(report)


@given(TEXTS.filter(lambda text: not text.startswith(("/", "./"))))
def test_any_text_is_only_text(text: str) -> None:
    found = issues(filled(text))
    assert found[0]["location"]["path"] == encodable(text)
    assert all(issue["description"] == visible(issue["description"]) for issue in found)


@pytest.mark.parametrize("text", LONG, ids=lambda text: ascii(text[:3]))
def test_a_very_long_text_is_taken(text: str) -> None:
    issues(filled(text))


def test_a_clean_report_has_no_issue() -> None:
    assert issues(CLEAN) == []


def test_a_finding_without_a_place_stands_at_the_memory() -> None:
    (drift,) = (issue for issue in issues(CHANGED) if issue["check_name"] == "decision-drift")
    assert drift["location"] == {"path": "memory", "lines": {"begin": 1}}
    assert drift["description"].startswith(f"in commit {COMMIT}: the wording changed")
    assert (drift["severity"], drift["fingerprint"]) == ("critical", "0123456789abcdef" * 2)


def test_what_was_not_checked_and_what_is_ignored_is_told() -> None:
    told = [(issue["check_name"], issue["severity"], issue["description"]) for issue in issues(CHANGED)]
    assert ("unreadable", "blocker", "incomplete: is not UTF-8; save it as UTF-8") in told
    assert ("ignored", "info", "2 ignored, each with a reason: rewritten-session (1), too-large (1)") in told
    assert ("existing", "info", "12 findings stood there before and are not listed") in told
    reasons = [text for name, _, text in told if name == "not-checked"]
    assert reasons[1] == "not checked: memory/archive/2026-Q2.md is not UTF-8: dangling-link (12 claims)"
    assert len(reasons) == 3
    assert "rewritten-session" not in {name for name, _, _ in told}


def test_all_findings_are_listed() -> None:
    assert len(issues(crowd(500))) == 500
