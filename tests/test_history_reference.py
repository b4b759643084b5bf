"""The history checks, held on random small histories to a slow reference."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings

from tests.history_model import Moment, plan
from tests.history_reference import Reference, Verdict
from tests.random_histories import histories
from verify.planting import plant
from verify.readers.repository import open_repository
from verify.registry import Checks
from verify.trial import inspect

_CHECKS = (
    "decision-drift",
    "demoted-invariant",
    "id-reuse",
    "lost-fact",
    "mutated-identity",
    "rewritten-session",
    "unrecorded-reversal",
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(histories())
def test_the_checks_find_what_the_reference_finds(moments: list[Moment]) -> None:
    assert sorted(_seen(moments)) == sorted(Reference(moments).verdicts())


def _seen(moments: list[Moment]) -> list[Verdict]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        plant(plan(moments), folder)
        report = inspect(folder, [Checks()[check] for check in _CHECKS])
        numbers = {commit: number for number, commit in enumerate(_commits(folder, moments))}
    assert not report.problems
    last = moments[-1].number
    return [(f.check, f.subject, numbers[f.commit] if f.commit else last, f.severity.label) for f in report.findings]


def _commits(folder: Path, moments: list[Moment]) -> list[str]:
    git = open_repository(folder, None, staged=False).git
    assert git
    with git:
        return [git.commit(f"c{moment.number}")[0] for moment in moments if moment.branch]
