"""Counts the git processes that a command starts."""

import shlex
import shutil
from pathlib import Path

from tests.bench.contenders import Contender
from tests.bench.measure import measure


def count_processes(contender: Contender, place: Path) -> int:
    """Run a command once more, with a ``git`` before the real one that notes each call.

    Other than in the measured runs, because what notes the calls takes time of its own.
    """
    folder, notes = place / "counting", place / "calls"
    _write_wrapper(folder, notes)
    notes.write_text("", encoding="utf-8")
    if contender.prepare:
        contender.prepare(place)
    else:
        # With another program first in the path, an answer that is kept is another one.
        measure(contender.command, place, keeps=contender.keeps, first=folder)
        notes.write_text("", encoding="utf-8")
    measure(contender.command, place, keeps=contender.keeps, first=folder)
    return notes.read_text(encoding="utf-8").count("\n")


def _write_wrapper(folder: Path, notes: Path) -> None:
    folder.mkdir(exist_ok=True)
    real = shlex.quote(shutil.which("git") or "git")
    wrapper = folder / "git"
    wrapper.write_text(f'#!/bin/sh\necho >> {shlex.quote(str(notes))}\nexec {real} "$@"\n', encoding="utf-8")
    wrapper.chmod(0o755)
