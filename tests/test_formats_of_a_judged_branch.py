"""What every format says of a baseline, and of a branch that the configuration of its base judged."""

import json

import pytest
from msgspec.structs import replace

from tests.report_samples import CLEAN, CONTINUITY, finding, passed
from verify.cli.formats import Format, rendered
from verify.model.location import Location
from verify.model.report import Severity

_STOOD = finding("overdue", Severity.WARNING, Location(CONTINUITY, 7), "it is overdue")
REPORT = replace(
    CLEAN,
    findings=(
        *(replace(_STOOD, baselined=True, reason=f"reason number {n}") for n in range(9)),
        replace(_STOOD, reason="ignored on purpose"),
    ),
    checked=(*CLEAN.checked, *passed("overdue")),
    judged_by="the configuration of main",
)


@pytest.mark.parametrize("form", Format)
def test_it_says_who_judged(form: Format) -> None:
    assert "the configuration of main" in rendered(form, REPORT)
    assert "the configuration of main" not in rendered(form, replace(REPORT, judged_by=None))


@pytest.mark.parametrize("form", [form for form in Format if form is not Format.HTML])
def test_it_says_that_only_a_change_was_judged(form: Format) -> None:
    since = "main (640ed939)"
    assert since in rendered(form, replace(REPORT, since=since))
    if form not in {Format.JSON, Format.SARIF}:
        assert f"nly what came since {since}" in rendered(form, replace(REPORT, since=since))
    assert "came since" not in rendered(form, REPORT)


def test_the_fields_of_programs_hold_it() -> None:
    judged = replace(REPORT, since="main (640ed939)")
    assert json.loads(rendered(Format.JSON, judged))["since"] == "main (640ed939)"
    assert json.loads(rendered(Format.JSON, REPORT))["since"] is None
    (run,) = json.loads(rendered(Format.SARIF, judged))["runs"]
    assert run["properties"]["since"] == "main (640ed939)"
    assert {result["baselineState"] for result in run["results"]} == {"new"}
    assert '<property name="since" value="main (640ed939)"/>' in rendered(Format.JUNIT, judged)
    remarks = [i for i in json.loads(rendered(Format.GITLAB, judged)) if i["check_name"] == "since"]
    assert [(i["severity"], i["description"]) for i in remarks] == [("info", "only what came since main (640ed939)")]


@pytest.mark.parametrize("form", [Format.TEXT, Format.GITHUB, Format.JUNIT, Format.MARKDOWN, Format.SARIF])
def test_it_counts_the_baseline_apart_from_what_is_ignored(form: Format) -> None:
    text = rendered(form, REPORT)
    assert "1 ignored" in text
    assert "9 in the baseline" in text
    assert "reason number 4" in text


def test_gitlab_counts_both() -> None:
    text = rendered(Format.GITLAB, REPORT)
    assert "1 ignored, each with a reason: overdue (1)" in text
    assert "in the baseline: 1 finding: reason number 0; " in text
    assert "; 4 findings for other reasons" in text


def test_the_json_report_counts_them() -> None:
    text = rendered(Format.JSON, REPORT)
    assert '"suppressed": 10,\n  "baselined": 9,' in text
    assert text.count('"baselined": true') == 9
