"""Runs the command line in this process."""

import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import yaml

from verify.cli import run
from verify.planting import plant, read_plan


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run left behind."""

    status: int
    stdout: str
    stderr: str

    @property
    def report(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.stdout)
        return document

    def findings(self, check: str) -> list[tuple[str, str | None, int | None]]:
        wanted = (f for f in self.report["findings"] if f["check"] == check and not f["suppressed"])
        return [(f["subject"], f["path"], f["line"]) for f in wanted]


def verify(*arguments: str | Path) -> Outcome:
    """Run one command."""
    out, err = BytesIO(), BytesIO()
    with (
        TextIOWrapper(out, encoding="utf-8") as stdout,
        TextIOWrapper(err, encoding="utf-8") as stderr,
        redirect_stdout(stdout),
        redirect_stderr(stderr),
    ):
        status = run([str(argument) for argument in arguments])
        stdout.flush()
        stderr.flush()
        return Outcome(status, out.getvalue().decode(), err.getvalue().decode())


def check(folder: Path, *arguments: str) -> Outcome:
    """Run ``verify check FOLDER --format json``."""
    return verify("check", folder, "--format", "json", *arguments)


def build(folder: Path, text: str) -> Path:
    """Plant the repository that a YAML text tells."""
    folder.mkdir(parents=True, exist_ok=True)
    plant(read_plan("test", yaml.safe_load(text)), folder)
    return folder
