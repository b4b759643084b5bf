"""Makes repositories of our own; what is checked is never written to."""

import os
from pathlib import Path

from verify.errors import GitError
from verify.git.process import own_environment, run


def create_repository(folder: Path, stream: bytes, branch: str) -> None:
    """Make a repository of a fast-import stream and check a branch out. Raises GitError.

    Nothing of the environment or configuration of the user counts, so that the commit ids are the
    same everywhere.
    """
    _write(folder, "init", "--quiet", "--template=", f"--initial-branch={branch}")
    _write(folder, "fast-import", "--quiet", "--date-format=raw", given=stream)
    _write(folder, "reset", "--quiet", "--hard")


def stage_everything(folder: Path) -> None:
    """Bring the index of a repository made here to the state of its work tree. Raises GitError."""
    _write(folder, "add", "--all", "--force")


def _write(folder: Path, *arguments: str, given: bytes | None = None) -> None:
    done = run(folder, own_environment(), *arguments, given=given)
    if done.returncode:
        raise GitError(f"git {arguments[0]} failed: {os.fsdecode(done.stderr).strip()}")
