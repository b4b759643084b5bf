"""Every fixture, found and not listed, gives exactly the findings of its check that it expects."""

from pathlib import Path

import pytest

from verify.check import Tier
from verify.examination import every_check
from verify.model.report import Severity
from verify.planting import plant
from verify.registry import Checks
from verify.specimen import EXAMPLE, example, fixtures_folder, read_specimen, specimens
from verify.trial import attempt, inspect

_PATHS = sorted(path for path in fixtures_folder().glob("*/*.yaml") if path.parent.name != EXAMPLE)
_INSTRUCTIVE = {
    "broken-provenance",
    "lost-fact",
    "over-archived",
    "stale-metadata",
    "supersession-mismatch",
    "unresolved-reference",
}
each_fixture = pytest.mark.parametrize("path", _PATHS, ids=[f"{p.parent.name}/{p.stem}" for p in _PATHS])


@each_fixture
def test_a_fixture_gives_exactly_what_it_expects(path: Path) -> None:
    outcome = attempt(read_specimen(path))
    assert list(map(str, outcome.seen)) == list(map(str, outcome.expected))


@each_fixture
def test_a_bad_fixture_expects_something_and_a_good_one_nothing(path: Path) -> None:
    specimen = read_specimen(path)
    assert path.name.startswith(("bad-", "good-"))
    assert bool(specimen.expected) == specimen.bad
    assert specimen.about


@pytest.mark.parametrize("check", every_check())
def test_a_check_has_a_bad_and_a_good_fixture(check: str) -> None:
    assert {specimen.bad for specimen in specimens(check)} == {True, False}


def test_fixture_folders_are_checks() -> None:
    folders = {path.name for path in fixtures_folder().iterdir()}
    assert folders == {*every_check(), EXAMPLE}


def test_fixtures_hold_nothing_but_fixtures() -> None:
    assert {path.suffix for path in fixtures_folder().glob("*/*")} == {".yaml"}


def test_the_example_is_instructive(tmp_path: Path) -> None:
    plant(example().plan, tmp_path)
    checks = [check for check in Checks().values() if check.tier is Tier.DEFAULT]
    report = inspect(tmp_path, checks)
    assert {finding.check for finding in report.findings} >= _INSTRUCTIVE
    assert len(report.findings) <= len(_INSTRUCTIVE) + 1
    assert not report.problems
    assert report.count(Severity.ERROR)
