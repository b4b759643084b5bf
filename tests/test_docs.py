"""The manual pages are current, and every check is well formed."""

from pathlib import Path

import pytest

from verify.check import Check
from verify.docs import FOLDER, HEADINGS, complaints, main, pages
from verify.examination import every_check
from verify.registry import Checks

each_check = pytest.mark.parametrize("check", every_check().values(), ids=lambda check: check.name)


def test_the_pages_are_current() -> None:
    assert list(complaints(FOLDER, pages())) == []


def test_a_missing_a_stale_and_a_superfluous_page_are_named(tmp_path: Path) -> None:
    (tmp_path / "stale.md").write_text("old")
    (tmp_path / "gone.md").write_text("old")
    wanted = {"stale.md": "new", "missing.md": "new"}
    assert list(complaints(tmp_path, wanted)) == [
        "stale.md: is out of date",
        "missing.md: is missing",
        "gone.md: belongs to no check",
    ]


def test_an_unknown_argument_is_a_usage_error() -> None:
    assert main(["--chekc"]) == 2


@each_check
def test_a_manual_has_a_summary_and_its_headings_in_order(check: Check) -> None:
    assert check.summary.endswith(".")
    assert len(check.summary) <= 120
    assert tuple(heading for heading, _ in check.page().sections()) == HEADINGS
    assert all(text for _, text in check.page().sections())


@each_check
def test_a_name_is_kebab_case_and_no_family(check: Check) -> None:
    assert check.name == check.name.lower()
    assert all(part.isalnum() for part in check.name.split("-"))
    assert check.name not in {other.family for other in every_check().values()}
    assert list(check.severities) == sorted(set(check.severities), reverse=True)


@pytest.mark.parametrize("check", Checks().values(), ids=lambda check: check.name)
def test_a_file_is_named_after_its_check(check: Check) -> None:
    module = check.run.__module__.split(".")
    name = check.name.replace("-", "_")
    assert module == ["checks", check.family, name]
    assert check.run.__name__ == name


def test_a_check_is_called_like_its_file_and_folder() -> None:
    known = Checks()
    assert len(known) > 100
    for name in known:
        assert (known[name].name, known[name].family) == (name, known.family(name))
