"""Writers at the same time, writers that are killed, and writers that stop at each step."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.ledger_maker import PATH
from tests.log_store import bare_store, decide, ids, lines, log, verdicts
from tests.run_command import Outcome
from verify.ledger import disk

PROJECT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it forks")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, if there is one: a killed process loses nothing there, and a busy disk takes long."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as folder:
        yield Path(folder)


def writers(kind: str, root: Path, number: int) -> list[str]:
    command = [sys.executable, "-m", "tests.log_writers", kind, str(root), str(number)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PROJECT, env=os.environ)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_two_hundred_writers_at_once_lose_nothing(folder: Path) -> None:
    root = bare_store(folder / "a")
    acknowledged = writers("at-once", root, 200)
    assert len(acknowledged) == 201
    assert sorted(ids(root)) == sorted(acknowledged)
    assert [line["seq"] for line in lines(root)[1:]] == list(range(201))
    assert verdicts(root)[:2] == (0, "pass")


def test_a_hundred_kills_lose_nothing_that_was_acknowledged(folder: Path) -> None:
    root = bare_store(folder / "a")
    acknowledged = writers("killed", root, 100)
    assert len(acknowledged) > 50
    assert decide(root, "last", "x", "--mend-tail").status == 0
    written = ids(root)
    assert set(acknowledged) <= set(written)
    assert len(set(written)) == len(written)
    assert verdicts(root)[:2] == (0, "pass")


class Stop(BaseException):
    """The process ended here."""


class StoppingSystem:
    """Stands for ``os``; ends before, after or half-way through the call of a number."""

    CALLS = frozenset({"open", "write", "fsync", "replace", "ftruncate", "chmod"})

    def __init__(self, number: int, *, behind: bool) -> None:
        self._left = number
        self._behind = behind
        self.stopped = False

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return self._counted(name, real) if name in self.CALLS else real

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            self._left -= 1
            if self._left != -1:
                return real(*arguments)
            self.stopped = True
            if name == "write":
                handle, content = arguments
                os.write(handle, content if self._behind else content[: len(content) // 2])
            elif self._behind:
                real(*arguments)
            raise Stop

        return call


def begun(root: Path) -> Path:
    for name in ("one", "two"):
        assert decide(root, name, name).status == 0
    return root


def forked(root: Path) -> Path:
    """Leave what a merge of git leaves: two branches between the marks of a conflict."""
    begun(root)
    shared = (root / PATH).read_bytes()
    sides = []
    for name in ("left", "right"):
        (root / PATH).write_bytes(shared)
        assert decide(root, name, name).status == 0
        sides.append((root / PATH).read_bytes().removeprefix(shared))
    (root / PATH).write_bytes(shared + b"<<<<<<< HEAD\n" + sides[0] + b"=======\n" + sides[1] + b">>>>>>> other\n")
    return root


def as_it_is(root: Path) -> Path:
    return root


def append_new(root: Path) -> Outcome:
    return decide(root, "new", "new", "--mend-tail")


def other(name: str) -> Callable[[Path], Outcome]:
    return lambda root: log(name, root, "--mend-tail")


COMMANDS = {
    "begin": (as_it_is, append_new),
    "append": (begun, append_new),
    "rotate": (begun, other("rotate")),
    "merge": (forked, other("merge")),
    "checkpoint": (begun, other("checkpoint")),
}


def stopped(root: Path, command: Callable[[Path], Outcome], number: int, *, behind: bool) -> bool:
    system = StoppingSystem(number, behind=behind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "os", system)
        try:
            command(root)
        except Stop:
            assert system.stopped
    return system.stopped


@pytest.mark.parametrize("behind", [False, True])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_may_stop_at_every_step(folder: Path, name: str, behind: bool) -> None:
    prepare, command = COMMANDS[name]
    number = 0
    while True:
        root = prepare(bare_store(folder / str(number)))
        before = set(all_ids(root))
        if not stopped(root, command, number, behind=behind):
            break
        seen = log("verify", root)
        assert seen.status in {0, 1, 3}, seen
        assert "internal" not in seen.stderr
        again = command(root)
        assert again.status == 0 or "is taken" in again.stderr or "no entry" in again.stderr, again
        assert verdicts(root)[:2] == (0, "pass")
        assert before <= set(all_ids(root))
        assert decide(root, "after").status == 0
        assert not list((root / "memory").glob(".*"))
        number += 1
    assert number > 3


def all_ids(root: Path) -> list[str]:
    content = b"".join(file.read_bytes() for file in sorted((root / "memory").glob("ledger*.jsonl")))
    return [part.split(b'"')[0].decode() for part in content.split(b'"id":"')[1:]]
