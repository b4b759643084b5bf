"""The selftest says of every check whether its planted defect was found, and cannot be fooled."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.run_command import verify
from verify import selftest, trial
from verify.check import Check
from verify.examination import every_check
from verify.graph import MemoryGraph
from verify.model.report import Hit, Severity
from verify.registry import Checks
from verify.selftest import Proof, trials
from verify.specimen import specimens
from verify.trial import attempt


def blind(graph: MemoryGraph) -> Iterator[Hit]:
    """Find nothing, whatever it is shown."""
    yield from ()


def test_every_check_finds_its_planted_defect() -> None:
    assert {t.check: t.proof for t in trials()} == dict.fromkeys(every_check(), Proof.FOUND)


def test_a_check_that_went_blind_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeing = Checks()["split-fact"]
    options: dict[str, None] = {}
    dead = Check("split-fact", "ledger", (Severity.ERROR,), seeing.tier, None, (), options, "", blind)
    monkeypatch.setattr(trial, "every_check", lambda: {"split-fact": dead})
    monkeypatch.setattr(selftest, "every_check", lambda: {"split-fact": dead})
    (only,) = trials()
    assert only.proof is Proof.NOT_FOUND
    assert "missing: error contour-step at memory/archive/2026-Q1.md:4" in str(only)
    outcome = verify("selftest")
    assert outcome.status == 1
    assert "split-fact: NOT FOUND in bad-left-behind.yaml" in outcome.stdout


def test_a_check_without_a_defect_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "specimens", lambda _: [])
    monkeypatch.setattr(selftest, "every_check", lambda: {"split-fact": Checks()["split-fact"]})
    outcome = verify("selftest")
    assert outcome.status == 0
    assert outcome.stdout.startswith("split-fact: cannot be shown to fail")
    assert outcome.stdout.endswith("0 found, 0 NOT FOUND, 1 cannot be shown to fail\n")


def test_a_trial_leaves_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    before = dict(os.environ)
    assert attempt(specimens("lost-fact")[0]).as_expected
    assert dict(os.environ) == before
