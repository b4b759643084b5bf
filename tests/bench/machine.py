"""What the figures were taken with."""

import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version


@dataclass(frozen=True, slots=True)
class Machine:
    """The tool, the interpreter, git and the machine."""

    tool: str
    interpreter: str
    python: str
    git: str
    processors: int
    system: str

    @property
    def summary(self) -> str:
        """One line of it all."""
        made = (f"memory-verify {self.tool}", f"{self.python} at {self.interpreter}", self.git)
        return " · ".join((*made, f"{self.processors} CPUs", self.system))


def this_machine() -> Machine:
    """Look around."""
    git = subprocess.run(["git", "--version"], capture_output=True, check=False, text=True)
    return Machine(
        tool=version("memory-verify"),
        interpreter=sys.executable,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        git=git.stdout.strip(),
        processors=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}",
    )
