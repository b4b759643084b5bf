"""One measured run of one command."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_LAUNCHER = Path(__file__).with_name("launcher.py")
_ENVIRONMENT = {"NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
_HARMLESS = {0, 1}


@dataclass(frozen=True, slots=True)
class Usage:
    """What a command and all its children used; ``complaint`` is the end of what it wrote to stderr."""

    seconds: float
    peak: int
    status: int
    complaint: str

    @property
    def failed(self) -> bool:
        """Whether it ended in another way than with or without findings."""
        return self.status not in _HARMLESS


def measure(command: Sequence[str], place: Path, *, keeps: bool = False, first: Path | None = None) -> Usage:
    """Run a command; bytecode, and what it keeps outside of git, is kept at ``place``.

    Unless it ``keeps``, nothing that an earlier run kept is used, and git looks for no repository at ``place``
    or above it. Programs in the folder ``first`` win.
    """
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(_LAUNCHER), *command],
        capture_output=True,
        check=False,
        text=True,
        env=_environment(place, keeps, first),
    )
    lines = done.stderr.strip().split("\n")
    if done.returncode:
        return Usage(0.0, 0, done.returncode + 1, lines[-1])
    seconds, peak, status = done.stdout.split()
    return Usage(float(seconds), int(peak), int(status), lines[-1])


def _environment(place: Path, keeps: bool, first: Path | None) -> dict[str, str]:
    """Let Python keep bytecode, as it does for an installed tool, but not beside the sources."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ours = {"XDG_CACHE_HOME": str(place / "cache"), "PYTHONPYCACHEPREFIX": str(place / "bytecode")}
    # Where something tells git how to find a repository, no answer is given again.
    ours |= {} if keeps else {"GIT_CEILING_DIRECTORIES": str(place)}
    path = {"PATH": f"{first}{os.pathsep}{os.environ['PATH']}"} if first else {}
    return {**inherited, **_ENVIRONMENT, **ours, "CI": "" if keeps else "true", **path}
