"""The entry point: takes its own packages from beside itself, then hands over to the command line."""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    """Run the command line and leave with its exit status; an answer that is kept needs next to nothing loaded."""
    from verify.import_path import leave_current_folder  # noqa: PLC0415 - the guard comes before any other import

    leave_current_folder()
    # One run allocates much and frees nothing, so that the collector only costs time.
    gc.disable()
    from verify.answers.asking import asking_for  # noqa: PLC0415

    asking = asking_for(sys.argv[1:], os.environ)
    known = asking.find() if asking else None
    if known and (status := _say(*known)) is not None:
        _leave(status)
    from verify.packages import load_own_packages  # noqa: PLC0415

    complaint = load_own_packages()
    if complaint:
        sys.stderr.write(f"verify: {complaint}\n")
        _leave(2)
    from verify.cli import run  # noqa: PLC0415

    _leave(asking.through(run) if asking else run())


def _say(status: int, said: bytes) -> int | None:
    """Write an answer; None if it cannot be written, which the command line itself tells best."""
    try:
        while said:
            said = said[os.write(1, said) :]
    except BrokenPipeError:
        sys.stderr.close()
        return 3
    except OSError:
        return None
    return status


def _leave(status: int) -> "NoReturn":
    """End without taking apart what the run has built, which is a twentieth of a small one."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            # It was closed, or whoever wrote was told of it already.
            continue
    os._exit(status)


if __name__ == "__main__":
    main()
