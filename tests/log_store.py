"""A memory with a ledger that the commands write, for tests."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.ledger_maker import PATH
from tests.run_command import Outcome, build, verify

AT = "2026-01-02T00:00:00Z"
PLAIN = "commits:\n- files:\n    memory/continuity.md: |\n      # Continuity\n"
UNION = PLAIN + "    .gitattributes: |\n      ledger*.jsonl -text merge=union\n"


def store(folder: Path, text: str = PLAIN) -> Path:
    return build(folder, text)


def bare_store(folder: Path) -> Path:
    """A memory in no git repository."""
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "continuity.md").write_text("# Continuity\n")
    return folder


def log(name: str, root: Path, *arguments: str) -> Outcome:
    """Run one command of the group; the folder stands behind the id that some take."""
    positional = [*arguments[:1]] if arguments and not arguments[0].startswith("-") else []
    at = () if name == "verify" else ("--at", AT)
    return verify("log", name, *positional, root, *arguments[len(positional) :], *at)


def decide(root: Path, name: str, text: str = "x", *more: str) -> Outcome:
    return log("append", root, "--id", name, "--decision", text, "--because", "y", *more)


def lines(root: Path, path: str = PATH) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / path).read_bytes().split(b"\n") if line]


def ids(root: Path, path: str = PATH) -> list[str]:
    return [line["id"] for line in lines(root, path)[1:]]


def verdicts(root: Path, *arguments: str) -> tuple[int, str, str]:
    """The exit status and the verdicts of integrity and completeness."""
    outcome = log("verify", root, "--format", "json", *arguments)
    return outcome.status, outcome.report["integrity"]["verdict"], outcome.report["completeness"]["verdict"]


def git(root: Path, *arguments: str, fails: bool = False) -> str:
    done = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True, check=False, env=os.environ)
    assert (done.returncode != 0) is fails, done.stderr
    return done.stdout


def commit(root: Path, message: str = "x") -> None:
    git(root, "add", "-A")
    git(root, "commit", "-qm", message)
