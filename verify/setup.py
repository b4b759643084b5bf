"""What `verify init` writes into a repository: settings, a workflow of GitHub, and a hook."""

import os
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from verify.baseline import NAME
from verify.errors import RefusedError, UsageError
from verify.ledger.disk import move, prepare
from verify.readers.index.places import places_above
from verify.readers.repository import Repository, memories, workspaces
from verify.supply import CHECKOUT, Supply

SETTINGS = "verify.toml"
WORKFLOW = ".github/workflows/verify.yml"
HOOKS = ".pre-commit-config.yaml"


class Planned(Struct, frozen=True):
    """A file that is to be written, and what belongs into it where somebody wrote it already."""

    path: str
    text: str
    by_hand: str
    there: str | None = None
    """The file that keeps this one from being written."""
    fits: bool = False
    """Whether that file holds already what belongs into it."""


def plan(repository: Repository, source: Supply) -> list[Planned]:
    """Return what is to be written; the workflow and the hook only where git is. Raises RefusedError."""
    files = [_settings(repository)]
    if repository.git:
        files += [_workflow(source), _hook(source)]
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


def _workflow(source: Supply) -> Planned:
    steps = f"      - uses: {CHECKOUT}\n{_WHOLE}{source.step()}"
    return Planned(WORKFLOW, _WORKFLOW + steps, steps)


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


def _hook(source: Supply) -> Planned:
    return Planned(HOOKS, f"repos:\n{source.hook()}", source.hook())


def _placed(repository: Repository, planned: Planned) -> Planned:
    """Tell what is there already. Raises RefusedError where a symbolic link is on the way."""
    root = repository.root
    if repository.source.link_leads_out(planned.path) is not None:
        raise RefusedError(f"{planned.path} is reached through a symbolic link, so nothing was written")
    there = next((name for name in _rivals(repository, planned.path) if os.path.lexists(root / name)), None)
    return replace(planned, there=there, fits=there is not None and _fits(repository.log(there), there, planned))


def _fits(text: str, there: str, planned: Planned) -> bool:
    """Whether a file says what belongs into it: settings by their meaning, all else by its lines."""
    if planned.path == SETTINGS:
        table = _table(text, there)
        return all(table.get(key) == value for key, value in tomllib.loads(planned.by_hand).items())
    return _lines(planned.by_hand) in _lines(text)


def _lines(text: str) -> str:
    """Return whole lines, whatever ends them."""
    return "\n".join(["", *map(str.rstrip, text.splitlines()), ""])


def _table(text: str, name: str) -> dict[str, Any]:
    """Return the settings of a file; none if it cannot be read, which `verify check` tells."""
    try:
        table = tomllib.loads(text)
        found = table["tool"]["verify"] if name == "pyproject.toml" else table
    except (ValueError, RecursionError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


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
