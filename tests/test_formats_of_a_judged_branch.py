"""What every format says of a baseline, and of a branch that the configuration of its base judged."""

from dataclasses import replace

import pytest

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
