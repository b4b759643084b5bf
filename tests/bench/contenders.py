"""What is measured on each input: the floors, this tool, and the peer."""

import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.inputs import Input

READING = "read all files"
PEER = "peer"
_READING = Path(__file__).with_name("reading.py")


@dataclass(frozen=True, slots=True)
class Contender:
    """One command under the name that the table gives it."""

    name: str
    command: tuple[str, ...]


def contenders(subject: Input, peer: Path | None) -> Iterator[Contender]:
    """Yield, in the order of the alternating runs, what is measured on one input."""
    python, root = sys.executable, str(subject.path)
    tool = str(Path(sysconfig.get_path("scripts")) / "verify")
    yield Contender("bare Python", (python, "-c", "pass"))
    yield Contender(READING, (python, str(_READING), f"{root}/memory"))
    if subject.in_git:
        yield Contender("git status", ("git", "--no-optional-locks", "-C", root, "status", "--porcelain"))
    if peer:
        yield Contender(PEER, (python, str(peer), "--root", root))
    yield Contender("check --no-history", (python, tool, "check", root, "--no-history"))
    if subject.in_git:
        yield Contender("check", (python, tool, "check", root))
