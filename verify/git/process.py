"""Starts git, so that it changes nothing, asks nobody, and runs nothing that a repository names."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from verify.errors import GitError

# A repository's own configuration may name programs (fsmonitor, signature display) and remotes.
_SAFE = (
    *("-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "log.showRoot=true"),
    *("-c", "protocol.allow=never", "-c", "core.quotePath=false"),
    # Neither may it, or that of the user, change what git tells of a commit.
    *("-c", "log.follow=false", "-c", f"diff.orderFile={os.devnull}", "-c", "diff.relative=false"),
    *("-c", "diff.renameLimit=1000", "-c", "core.disambiguate=none", "-c", "core.warnAmbiguousRefs=true"),
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "",
    **dict.fromkeys(("GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS"), "0"),
    "GIT_ICASE_PATHSPECS": "0",
    "LC_ALL": "C",
}
_PATHS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR")


def environment_at(place: Path) -> dict[str, str]:
    """Return the environment for git in a folder.

    A hook is told its repository and index by variables, relative to the folder in which it starts.
    They count for places in that folder, and are no business of another repository.
    """
    here = Path.cwd()
    inherited = dict(os.environ)
    if place.resolve().is_relative_to(here.resolve()):
        if "GIT_DIR" in inherited:
            inherited.setdefault("GIT_WORK_TREE", str(here))
        inherited |= {name: str(here / inherited[name]) for name in _PATHS if name in inherited}
    else:
        inherited = {name: value for name, value in inherited.items() if name not in _PATHS}
    return {**inherited, **_ENVIRONMENT}


def own_environment() -> dict[str, str]:
    """Return an environment in which git sees no other repository and no configuration of the user."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **_ENVIRONMENT, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def command(folder: Path, *arguments: str) -> list[str]:
    """Return the command line of one git process."""
    return ["git", *_SAFE, "-C", str(folder), *arguments]


def run(
    folder: Path, environment: Mapping[str, str], *arguments: str, given: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git and return what it said, whatever its status. Raises GitError if there is no git."""
    line = command(folder, *arguments)
    try:
        return subprocess.run(line, input=given, capture_output=True, check=False, env=environment)
    except FileNotFoundError as error:
        raise GitError("git is not installed") from error


def complaint(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the last line that git wrote to its error output."""
    return os.fsdecode(done.stderr).strip().split("\n")[-1] or f"status {done.returncode}"
