"""What is measured on each input: the floors, this tool, and the peer."""

import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.inputs import Input
from tests.bench.measure import measure
from tests.bench.next_commit import add_commit, empty_store
from tests.bench.next_session import change_session, known

READING = "read all files"
PEER = "peer"
_READING = Path(__file__).with_name("reading.py")


@dataclass(frozen=True, slots=True)
class Contender:
    """One command under the name that the table gives it.

    ``prepare`` is called with the place of all that is measured before each run, ``keeps`` says that it may use
    what earlier runs kept, and ``counted`` that the table tells how many git processes it starts.
    """

    name: str
    command: tuple[str, ...]
    prepare: Callable[[Path], None] | None = None
    keeps: bool = False
    counted: bool = False


def contenders(subject: Input, peer: Path | None) -> Iterator[Contender]:
    """Yield, in the order of the alternating runs, what is measured on one input."""
    python, root = sys.executable, str(subject.path)
    check = _check(subject.path)
    yield Contender("bare Python", (python, "-c", "pass"))
    yield Contender(READING, (python, str(_READING), f"{root}/memory"))
    if subject.in_git:
        yield Contender("git status", ("git", "--no-optional-locks", "-C", root, "status", "--porcelain"))
    if subject.commits:
        yield Contender("git log --raw", ("git", "-C", root, "log", "--raw", "--", "memory"))
    if peer:
        yield Contender(PEER, (python, str(peer), "--root", root))
    yield Contender("check --no-history", checking(subject.path), counted=subject.in_git)
    if subject.commits:
        yield from _kept(subject.path, check)
        return
    if subject.in_git:
        yield Contender("check", check, counted=True)
    yield from _reused(subject.path, check)
    if subject.facts:
        page = str(subject.path / "page.html")
        report = (*_verify(), "report", str(subject.path), "--html", page)
        yield Contender("report --html", report, lambda _: Path(page).unlink(missing_ok=True))


def checking(root: Path) -> tuple[str, ...]:
    """Return the command that checks a memory without its history."""
    return (*_check(root), "--no-history")


def _check(root: Path) -> tuple[str, ...]:
    return (*_verify(), "check", str(root))


def _verify() -> tuple[str, ...]:
    return sys.executable, str(Path(sysconfig.get_path("scripts")) / "verify")


def _reused(root: Path, check: tuple[str, ...]) -> Iterator[Contender]:
    """Yield a check of what did not change since the last one, and one of what changed in one log."""

    def know(place: Path) -> None:
        known(lambda command: measure(command, place, keeps=True), check)

    yield Contender("check, unchanged", check, know, keeps=True)
    yield Contender("check, one session", check, lambda _: change_session(root), keeps=True)


def _kept(root: Path, check: tuple[str, ...]) -> Iterator[Contender]:
    """Yield a check that finds nothing kept, one that finds all, and one that finds all but one commit."""
    yield Contender("check, cold", check, lambda _: empty_store(root), keeps=True, counted=True)
    yield Contender("check, unchanged", check, keeps=True, counted=True)
    yield Contender("check, one commit", check, lambda _: add_commit(root), keeps=True, counted=True)
