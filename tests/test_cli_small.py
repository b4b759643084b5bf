"""``checks``, ``explain``, ``selftest`` and ``example`` on the command line."""

import json
from pathlib import Path

import pytest

from tests.run_command import verify
from verify.examination import every_check


def test_checks_lists_every_check_by_family() -> None:
    outcome = verify("checks")
    assert outcome.status == 0
    lines = outcome.stdout.splitlines()
    assert {line.split()[0] for line in lines if line.startswith("  ")} == set(every_check())
    families = [line for line in lines if line and not line.startswith(" ")]
    assert families == sorted({check.family for check in every_check().values()})


def test_checks_as_json() -> None:
    document = json.loads(verify("checks", "--format", "json").stdout)
    assert document["version"] == 1
    entries = {entry["check"]: entry for entry in document["checks"]}
    assert set(entries) == set(every_check())
    assert entries["over-archived"]["severity"] == "error"
    assert entries["over-archived"]["family"] == "lifecycle"


@pytest.mark.parametrize("name", every_check())
def test_explain_prints_a_manual_page(name: str) -> None:
    outcome = verify("explain", name)
    assert outcome.status == 0
    assert outcome.stdout.startswith(f"{name}: ")
    assert "\nHow to fix\n" in outcome.stdout


def test_explain_offers_the_nearest_name() -> None:
    outcome = verify("explain", "over-archive")
    assert outcome.status == 2
    assert outcome.stdout == ""
    assert outcome.stderr == "verify: unknown check 'over-archive'; did you mean 'over-archived'?\n"


def test_selftest_has_a_line_for_every_check() -> None:
    outcome = verify("selftest")
    assert outcome.status == 0
    found = [line.split(":")[0] for line in outcome.stdout.splitlines() if ": found in bad-" in line]
    assert found == list(every_check())
    assert f"{len(found)} found, 0 NOT FOUND" in outcome.stdout


def test_example_builds_a_memory_with_findings(tmp_path: Path) -> None:
    folder = tmp_path / "bakery"
    assert verify("example", folder).status == 0
    outcome = verify("check", folder)
    assert outcome.status == 1
    assert "over-archived" in outcome.stdout


def test_example_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    outcome = verify("example", tmp_path)
    assert outcome.status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_misspelt_reference_says_where_an_ignore_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "bakery"
    assert verify("example", folder).status == 0
    found = verify("check", folder, "--format", "json").report["findings"]
    fixes = [finding["fix"] for finding in found if finding["check"] == "unresolved-reference"]
    assert fixes
    assert all("[[ignore]]" in fix and "verify.toml" in fix for fix in fixes)
