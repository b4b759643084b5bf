"""Runs one check on one planted fixture and compares what it finds with what is expected."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from verify.check import Check
from verify.examination import every_check, examine, read_settings, with_baseline
from verify.git import own_environment
from verify.model.location import CommitId
from verify.model.report import Finding, Report
from verify.planting import plant
from verify.readers.repository import open_repository
from verify.specimen import Sighting, Specimen
from verify.suppress import UNUSED_IGNORE


class Outcome(Struct, frozen=True):
    """The findings of one check in one fixture, against what the fixture expects; both sorted."""

    findings: tuple[Finding, ...]
    seen: tuple[Sighting, ...]
    expected: tuple[Sighting, ...]

    @property
    def as_expected(self) -> bool:
        """Whether each expected finding was seen, and no other."""
        return self.seen == self.expected


def attempt(specimen: Specimen) -> Outcome:
    """Plant a fixture in a temporary folder and run its check there, and no other."""
    with TemporaryDirectory(prefix="verify-") as name, _isolated():
        folder = Path(name)
        plant(specimen.plan, folder)
        # What the configuration excuses is idle only where its check ran, so that all must run for these.
        about_settings = every_check()[specimen.check].family == UNUSED_IGNORE.family
        wanted = every_check() if about_settings else {specimen.check}
        report = inspect(folder, [check for name, check in every_check().items() if name in wanted])
        findings = tuple(finding for finding in report.findings if finding.check == specimen.check)
        return Outcome(findings, _seen(findings), _resolved(folder, specimen.expected))


@contextmanager
def _isolated() -> Iterator[None]:
    """Hide from git whatever repository or configuration surrounds this process, a commit hook's too."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(own_environment())
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def inspect(folder: Path, checks: Sequence[Check]) -> Report:
    """Check the work tree of a planted repository with these checks, advisory or not."""
    repository = open_repository(folder, None, staged=False)
    with repository.git or nullcontext():
        return examine(repository, checks, with_baseline(repository, read_settings(repository)))


def _seen(findings: tuple[Finding, ...]) -> tuple[Sighting, ...]:
    return tuple(sorted(_sighting(finding) for finding in findings))


def _sighting(finding: Finding) -> Sighting:
    place = finding.location
    return Sighting(
        path=place.path if place else "",
        line=place.line if place else 0,
        severity=finding.severity.label,
        subject=finding.subject,
        commit=finding.commit or "",
        suppressed=finding.suppressed,
    )


def _resolved(folder: Path, expected: tuple[Sighting, ...]) -> tuple[Sighting, ...]:
    if not any(sighting.commit for sighting in expected):
        return expected
    git = open_repository(folder, None, staged=False).git
    assert git
    named = {s.commit: git.commit(s.commit)[0] for s in expected if s.commit}
    return tuple(sorted(_with_ids(sighting, named) for sighting in expected))


def _with_ids(expected: Sighting, named: Mapping[str, CommitId]) -> Sighting:
    """Put commit ids in the place of tags; a finding may also be about its commit."""
    commit, subject = (named.get(text, text) for text in (expected.commit, expected.subject))
    return replace(expected, commit=commit, subject=subject)
