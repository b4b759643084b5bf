"""Makes repositories of our own; what is checked is never written to."""

import os
from pathlib import Path

from verify.errors import GitError
from verify.git.process import own_environment, run

_SHA1_LENGTH = 40


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


def trial_environment(folder: Path, work_tree: Path, objects: str, id_length: int) -> dict[str, str]:
    """Make an empty git directory; return an environment in which it counts, on top of the objects of another.

    Of the attributes only those of the work tree count.
    """
    for name in ("objects", "refs"):
        (folder / name).mkdir()
    (folder / "HEAD").write_text("ref: refs/heads/main\n")
    algorithm = "sha1" if id_length == _SHA1_LENGTH else "sha256"
    core = f"[core]\n\trepositoryFormatVersion = 1\n\tattributesFile = {os.devnull}\n"
    (folder / "config").write_text(f"{core}[extensions]\n\tobjectFormat = {algorithm}\n")
    places = {"GIT_DIR": str(folder), "GIT_WORK_TREE": str(work_tree), "GIT_ALTERNATE_OBJECT_DIRECTORIES": objects}
    return {**own_environment(), **places, "GIT_ATTR_NOSYSTEM": "1"}


def _write(folder: Path, *arguments: str, given: bytes | None = None) -> None:
    done = run(folder, own_environment(), *arguments, given=given)
    if done.returncode:
        raise GitError(f"git {arguments[0]} failed: {os.fsdecode(done.stderr).strip()}")
