"""The memories that are measured: repositories that are given, and synthetic ones that are made."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

from tests.bench.options import Options

_ROOT = Path(__file__).parents[2]
_FACTS_CAP = 10_000
_SESSIONS = 1_000
"""Of the memory that has many facts."""


@dataclass(frozen=True, slots=True)
class Input:
    """One memory; a synthetic one has a number of ``sessions``, of ``facts``, or of ``commits`` if it has a history."""

    name: str
    path: Path
    runs: int
    files: int
    size: int
    in_git: bool
    sessions: int | None = None
    commits: int | None = None
    facts: int | None = None


class GeneratorError(Exception):
    """A synthetic memory could not be made."""


def inputs(options: Options, place: Path) -> Iterator[Input]:
    """Yield every input, the synthetic ones made one by one below ``place``."""
    for number, given in enumerate(options.repositories):
        # Of a copy: one row of the table changes a log.
        path = place / f"given-{number}" / given.resolve().name
        copytree(given, path, symlinks=True)
        files, size = _extent(path / "memory")
        runs = options.runs or _runs(files)
        yield Input(path.name, path, runs, files, size, (path / ".git").exists())
    for sessions in options.sessions:
        path = place / str(sessions)
        _generate(options.generator, path, sessions, facts_for(sessions))
        files, size = _extent(path / "memory")
        runs = options.runs or _runs(sessions)
        yield Input(f"{sessions:,} sessions", path, runs, files, size, False, sessions)
    if options.facts:
        path = place / f"facts-{options.facts}"
        _generate(options.generator, path, _SESSIONS, options.facts)
        files, size = _extent(path / "memory")
        yield Input(f"{options.facts:,} facts", path, options.runs or 3, files, size, False, facts=options.facts)
    for commits in options.commits:
        path = place / f"history-{commits}"
        _make("-m", "tests.bench.committed", str(path), "--commits", str(commits), "--facts", str(-(-commits // 4)))
        files, size = _extent(path / "memory")
        runs = options.runs or (5 if commits < 5_000 else 1)
        yield Input(f"{commits:,} commits", path, runs, files, size, True, commits=commits)


def facts_for(sessions: int) -> int:
    """Return how many facts a synthetic memory of so many sessions has."""
    return max(1, min(sessions * 3 // 10, _FACTS_CAP))


def _runs(files: int) -> int:
    if files < 5_000:
        return 5
    return 3 if files < 20_000 else 1


def _generate(generator: Path | None, path: Path, sessions: int, facts: int) -> None:
    made_by = [str(generator.resolve())] if generator else ["-m", "tests.bench.synthetic"]
    _make(*made_by, str(path), "--sessions", str(sessions), "--facts", str(facts))


def _make(*arguments: str) -> None:
    command = [sys.executable, *arguments]
    # In a process of its own: what it needs would count into the peak memory of what is measured.
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, check=False, text=True)
    if done.returncode:
        raise GeneratorError(f"{' '.join(command)} failed: {done.stderr.strip()}")


def _extent(folder: Path) -> tuple[int, int]:
    files, size = 0, 0
    for where, _, names in os.walk(folder):
        files += len(names)
        size += sum((Path(where) / name).stat().st_size for name in names)
    return files, size
