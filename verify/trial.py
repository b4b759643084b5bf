"""Runs one check on one planted fixture and compares what it finds with what is expected."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from verify.check import Check, all_checks
from verify.config import FILES, Settings, parse_settings
from verify.engine import State, run
from verify.git import own_environment
from verify.model.report import Finding, Report
from verify.planting import plant
from verify.readers.repository import Repository, clock_of, find_memories, open_repository, read_graph, summary
from verify.specimen import Sighting, Specimen
from verify.suppress import UNUSED_IGNORE


@dataclass(frozen=True, slots=True)
class Outcome:
    """The findings of one check in one fixture, against what the fixture expects; both sorted."""

    findings: tuple[Finding, ...]
    seen: tuple[Sighting, ...]
    expected: tuple[Sighting, ...]

    @property
    def as_expected(self) -> bool:
        """Whether each expected finding was seen, and no other."""
        return self.seen == self.expected


@cache
def every_check() -> Mapping[str, Check]:
    """Return all checks, with the one that the engine itself makes."""
    return {**all_checks(), UNUSED_IGNORE.name: UNUSED_IGNORE}


def attempt(specimen: Specimen) -> Outcome:
    """Plant a fixture in a temporary folder and run its check there, and no other."""
    with TemporaryDirectory(prefix="verify-") as name, _isolated():
        folder = Path(name)
        plant(specimen.plan, folder)
        # An ignore is idle only where its check ran, so that all must run for this one.
        wanted = all_checks() if specimen.check == UNUSED_IGNORE.name else {specimen.check}
        report = inspect(folder, [check for name, check in all_checks().items() if name in wanted])
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
    known = every_check()
    repository = open_repository(folder, None, staged=False)
    settings = _settings(repository, known)
    memories, _ = find_memories(repository, settings.memories)
    graphs = [read_graph(repository, memory, history=True, as_of=None) for memory in memories]
    if repository.git:
        repository.git.close()
    clock = clock_of(repository, [graph.memory for graph in graphs])
    today = max((graph.today for graph in graphs if graph.today), default=None)
    state = State(None, clock.isoformat() if clock else None, today, tuple(map(summary, memories, graphs)))
    return run(graphs, checks, all_checks(), state, settings)


def _settings(repository: Repository, known: Mapping[str, Check]) -> Settings:
    texts = ((file, repository.text(file)) for file in FILES)
    found = (parse_settings(file, text, known) for file, text in texts if text is not None)
    return next((settings for settings in found if settings), Settings())


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
    return tuple(sorted(replace(s, commit=git.commit(s.commit)[0]) if s.commit else s for s in expected))
