"""SARIF: the schema, the rules of the validator, and what only this tool could get wrong."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from reports.escaping import encodable, visible
from reports.sarif import render
from tests.hostile_text import LONG, TEXTS
from tests.report_samples import CHANGED, CLEAN, COMMIT, EMPTY, EXCERPTS, FULL, UNCHECKED, filled
from tests.run_command import verify
from verify.model.report import Report

TESTS = Path(__file__).parent
VALIDATOR = Draft202012Validator(json.loads((TESTS / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8")))
# One package a system; no more than one of them is installed.
INSTALLED = sorted((TESTS / "node" / "node_modules" / "@microsoft").glob("sarif-multitool-*/Sarif.Multitool*"))
MULTITOOL = [tool for tool in INSTALLED if tool.suffix in {".Multitool", ".exe"}][:1]
SAMPLES = {"clean": CLEAN, "empty": EMPTY, "excerpts": EXCERPTS, "full": FULL, "changed": CHANGED, "un": UNCHECKED}
# RFC 3986, a relative path without a scheme, an authority, a query or a fragment.
RELATIVE = re.compile(r"(?!/)(?:[\w.~!$&'()*+,;=@/-]|%[0-9A-F]{2})*", re.ASCII)
# The project has no public address yet.
ACCEPTED = {"SARIF2005"}


def run_of(report: Report) -> dict[str, Any]:
    document = json.loads(render(report))
    VALIDATOR.validate(document)
    (only,) = document["runs"]
    return dict(only)


def uris(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["uri"]] if "uri" in value else []
        return own + [uri for item in value.values() for uri in uris(item)]
    return [uri for item in value for uri in uris(item)] if isinstance(value, list) else []


@pytest.mark.parametrize("report", SAMPLES.values(), ids=SAMPLES)
def test_the_log_obeys_the_schema(report: Report) -> None:
    run_of(report)


@given(TEXTS)
def test_any_text_is_only_text(text: str) -> None:
    run = run_of(filled(text))
    assert "##[" not in render(filled(text))
    assert all(RELATIVE.fullmatch(uri) for uri in uris(run))
    assert unquote(uris(run["results"])[0]) == encodable(text)
    messages = [
        item["message"]["text"] for item in (*run["results"], *run["invocations"][0]["toolExecutionNotifications"])
    ]
    assert messages == list(map(visible, messages))
    assert not [m for m in messages if re.search(r"(?<!\{)\{\d+\}(?!\})", m) or "](" in m]


@pytest.mark.parametrize("text", LONG, ids=lambda text: ascii(text[:3]))
def test_a_very_long_text_is_taken(text: str) -> None:
    run_of(filled(text))


def test_a_result_points_at_its_rule() -> None:
    run = run_of(CHANGED)
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert {r["ruleId"] for r in run["results"] if "ruleIndex" in r} == {"decision-drift", "over-archived", "overdue"}
    names = run["tool"]["driver"]["notifications"]
    for notification in run["invocations"][0]["toolExecutionNotifications"]:
        assert names[notification["descriptor"]["index"]]["id"] == notification["descriptor"]["id"]


def test_what_is_said_of_a_result() -> None:
    results = {result["ruleId"]: result for result in run_of(CHANGED)["results"]}
    region = results["over-archived"]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 12, "startColumn": 3, "endLine": 12}
    assert results["over-archived"]["relatedLocations"][0]["message"] == {"text": "referenced here"}
    assert results["decision-drift"]["properties"]["commit"] == COMMIT
    assert results["decision-drift"]["message"]["text"].startswith(f"In commit {COMMIT}: the wording changed")
    assert results["rewritten-session"]["suppressions"][0]["justification"].startswith("redacted a customer name")
    assert [r["suppressions"] for r in results.values()].count([]) == 4
    assert {r["partialFingerprints"]["memoryVerifyFinding/v1"] for r in results.values()} == {"0123456789abcdef" * 2}


def test_a_state_is_told_only_of_a_change() -> None:
    assert {result["baselineState"] for result in run_of(CHANGED)["results"]} == {"new"}
    assert not [result for result in run_of(FULL)["results"] if "baselineState" in result]


def test_whatever_was_not_checked_is_a_notification() -> None:
    run = run_of(CHANGED)
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    told = [(n["descriptor"]["id"], n["level"], n["message"]["text"]) for n in invocation["toolExecutionNotifications"]]
    kinds = [kind for kind, _, _ in told]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "crashed-check": 1,
        "unreadable": 1,
        "too-large": 1,
        "not-checked": 5,
        "memory-not-checked": 5,
        "not-run": 2,
        "existing": 1,
        "not-proven": 1,
    }
    assert ("too-large", "note", "9 MB (ignored: an old export).") in told
    assert (
        "not-checked",
        "warning",
        "12 claims of dangling-link could not be checked: memory/archive/2026-Q2.md is not UTF-8.",
    ) in told
    assert run["properties"]["totals"]["ignored"] == 2


def test_a_clean_run_succeeded() -> None:
    (invocation,) = run_of(CLEAN)["invocations"]
    assert invocation["executionSuccessful"] is True
    assert {n["level"] for n in invocation["toolExecutionNotifications"]} == {"note"}


def validated(log: Path) -> list[tuple[str, str]]:
    """Return level and rule of all that the validator of the format's authors finds, above a note."""
    if not MULTITOOL:
        if os.environ.get("REQUIRE_SARIF_MULTITOOL"):
            pytest.fail("the SARIF multitool is not installed: make multitool")
        pytest.skip("the SARIF multitool is not installed (make multitool)")
    found = log.with_suffix(".found.json")
    command = [
        str(MULTITOOL[0]),
        "validate",
        str(log),
        "--rule-kind",
        "Sarif;Gh",
        "-o",
        str(found),
        "--log",
        "ForceOverwrite",
    ]
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "Analysis completed successfully." in done.stdout, done.stdout + done.stderr
    results = json.loads(found.read_text(encoding="utf-8-sig"))["runs"][0]["results"]
    return [(result.get("level", "warning"), result["ruleId"]) for result in results]


def test_the_validator_knows_a_fault(tmp_path: Path) -> None:
    log = tmp_path / "fault.sarif"
    document = json.loads(render(CHANGED))
    document["runs"][0]["results"][0]["locations"] = []
    document["runs"][0]["results"][0]["ruleIndex"] = 99
    log.write_text(json.dumps(document))
    assert {"GH1015", "SARIF1009"} <= {rule for _, rule in validated(log)}


@pytest.mark.parametrize("arguments", [(), ("--no-history", "--tier", "advisory"), ("--since", "HEAD~2")])
def test_the_validator_finds_nothing_to_complain_of(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert verify("example", tmp_path / "example").status == 0
    log = tmp_path / "example.sarif"
    outcome = verify("check", tmp_path / "example", "-o", f"sarif={log}", *arguments)
    assert outcome.status in {0, 1}, outcome.stderr
    assert {rule for _, rule in validated(log)} <= ACCEPTED


@pytest.mark.parametrize("report", [CHANGED, filled("a\n</b>[x](y){0}\x1b]]>\u202e%2e../:?#\udcff")])
def test_the_validator_takes_any_report(tmp_path: Path, report: Report) -> None:
    log = tmp_path / "report.sarif"
    log.write_text(render(report))
    assert {rule for _, rule in validated(log)} <= ACCEPTED
