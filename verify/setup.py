"""What `verify init` writes into a repository: settings, a workflow of GitHub, and a hook."""

import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from verify import __version__
from verify.baseline import NAME
from verify.errors import RefusedError, UsageError
from verify.ledger.disk import move, prepare
from verify.readers.index.places import places_above
from verify.readers.repository import Repository, memories, workspaces

SETTINGS = "verify.toml"
WORKFLOW = ".github/workflows/verify.yml"
HOOKS = ".pre-commit-config.yaml"
CHECKOUT = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"
PYTHON = "actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0"
_HOME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9._-]{1,100}")


@dataclass(frozen=True, slots=True)
class Planned:
    """A file that is to be written, and what belongs into it where somebody wrote it already."""

    path: str
    text: str
    by_hand: str
    there: str | None = None
    """The file that keeps this one from being written."""


def plan(repository: Repository, home: str | None) -> list[Planned]:
    """Return what is to be written; the workflow and the hook only where git is.

    ``home`` is the repository on GitHub to take the action and the hook from, OWNER/NAME; without it they
    install the distribution. Raises UsageError or RefusedError.
    """
    if home is not None and not _HOME.fullmatch(home):
        raise UsageError(f"--from {home[:100]!r}: write OWNER/NAME, the repository on GitHub that holds memory-verify")
    files = [_settings(repository)]
    if repository.git:
        files += [_workflow(home), _hook(home)]
    return [_placed(repository, planned) for planned in files]


def named_memories(repository: Repository) -> tuple[bool, list[str]]:
    """Return whether a memory is found from the root, and where others are that must be named."""
    at_root = replace(repository, start="")
    chosen, others = memories(at_root, ())
    roots, further = workspaces(at_root, ())
    found = chosen or roots or places_above(repository.source, "")
    return bool(found), [] if found else [name for name in (*others, *further) if name.isprintable()]


def _settings(repository: Repository) -> Planned:
    found, others = named_memories(repository)
    named = "" if found or not others else f"memory = [{', '.join(map(_quoted, others))}]\n"
    lines = f'fail-on = "warning"\n{named}'
    return Planned(SETTINGS, _SETTINGS.format(lines=lines, name=NAME), lines)


_SETTINGS = """\
# What `verify check` goes by. Whatever is not written here has its default.
{lines}# Written by `verify baseline`; what it lists may stand, and only what is new fails:
# baseline = "{name}"
"""


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _workflow(home: str | None) -> Planned:
    steps = f"      - uses: {CHECKOUT}\n{_WHOLE}{_step(home)}"
    return Planned(WORKFLOW, _WORKFLOW + steps, steps)


def _step(home: str | None) -> str:
    if home:
        return f"      - uses: {home}@v{__version__}\n"
    return f"""\
      - uses: {PYTHON}
        with:
          python-version: "3.12"
      - run: python -I -m pip install memory-verify=={__version__}
      - run: >-
          memory-verify check --require history --format github
          ${{GITHUB_BASE_REF:+"--since=refs/remotes/origin/$GITHUB_BASE_REF"}}
"""


_WHOLE = """\
        with:
          fetch-depth: 0
          persist-credentials: false
"""
_WORKFLOW = """\
name: verify
on:
  pull_request:
  push:
    branches: [main, master]
permissions:
  contents: read
jobs:
  memory:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
"""


def _hook(home: str | None) -> Planned:
    if home:
        lines = f"  - repo: https://github.com/{home}\n    rev: v{__version__}\n    hooks:\n      - id: verify\n"
    else:
        lines = _LOCAL_HOOK.format(version=__version__)
    return Planned(HOOKS, f"repos:\n{lines}", lines)


_LOCAL_HOOK = """\
  - repo: local
    hooks:
      - id: verify
        name: what this commit breaks in the agent's memory
        language: python
        additional_dependencies: [memory-verify=={version}]
        entry: memory-verify check --staged
        pass_filenames: false
        always_run: true
"""


def _placed(repository: Repository, planned: Planned) -> Planned:
    """Tell what is there already. Raises RefusedError where a symbolic link is on the way."""
    root = repository.root
    if repository.source.link_leads_out(planned.path) is not None:
        raise RefusedError(f"{planned.path} is reached through a symbolic link, so nothing was written")
    there = next((name for name in _rivals(repository, planned.path) if os.path.lexists(root / name)), None)
    return Planned(planned.path, planned.text, planned.by_hand, there)


def _rivals(repository: Repository, path: str) -> Iterator[str]:
    yield path
    if path == SETTINGS and _configures(repository.log("pyproject.toml")):
        yield "pyproject.toml"
    if path == WORKFLOW:
        yield WORKFLOW.replace(".yml", ".yaml")


def _configures(project: str) -> bool:
    """Whether a pyproject.toml has settings; in one that is no TOML whatever looks like some is taken for it."""
    try:
        tools = tomllib.loads(project).get("tool")
    except (ValueError, RecursionError):
        return "verify" in project
    return isinstance(tools, dict) and "verify" in tools


def write(root: Path, planned: Planned) -> None:
    """Write a file that is not there. Raises UsageError, and RefusedError if it came meanwhile."""
    place = root / planned.path
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{planned.path}: cannot be written: {(error.strerror or '').lower()}") from error
    beside = prepare(place, planned.text.encode())
    if os.path.lexists(place):
        with suppress(OSError):
            beside.unlink()
        raise RefusedError(f"{planned.path} was written by something else meanwhile, so it was left")
    move(beside, place)
