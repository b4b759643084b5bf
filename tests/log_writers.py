"""Many processes that append to one ledger; what they print was acknowledged. Run as a program, so that it may fork."""

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from itertools import count

from verify.cli import run
from verify.readers import repository


def append(root: str, name: str) -> int:
    return run(["log", "append", root, "--id", name, "--decision", name, "--because", "y", "--mend-tail"])


def child(work: Callable[[], int]) -> int:
    process = os.fork()
    if process:
        return process
    status = 99
    try:
        status = work()
    finally:
        os._exit(status)


def at_once(root: str, writers: int) -> int:
    start, go = os.pipe()

    def work(number: int) -> int:
        os.close(go)
        os.read(start, 1)
        return append(root, f"writer-{number}")

    processes = [child(lambda number=number: work(number)) for number in range(writers)]  # type: ignore[misc]
    os.close(go)
    return sum(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) != 0 for process in processes)


def killed(root: str, kills: int) -> int:
    moments = random.Random(7)

    def work(number: int) -> int:
        for turn in count():
            if append(root, f"killed-{number}-{turn}"):
                return 98
        return 0

    wrong = 0
    for number in range(0, kills, 2):
        pair = [child(lambda number=number: work(number)) for number in (number, number + 1)]  # type: ignore[misc]
        for process in pair:
            time.sleep(moments.uniform(0.002, 0.05))
            os.kill(process, signal.SIGKILL)
            wrong += os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) != -signal.SIGKILL
    return wrong


if __name__ == "__main__":
    # There is none around the folder; to ask it each time would take longer than all the writing.
    setattr(repository, "_find_git", lambda _: (None, repository.NO_GIT))  # noqa: B010
    append(sys.argv[2], "first")
    sys.exit({"at-once": at_once, "killed": killed}[sys.argv[1]](sys.argv[2], int(sys.argv[3])))
